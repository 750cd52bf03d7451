import { writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import type { Body } from '../../../support/auth-client.ts';
import type { Project } from './project.ts';

/** Bundlers by name, with the packages and versions that they are; the first is the bundler itself. */
export const packages = {
  esbuild: { esbuild: '0.28.2' },
  rollup: { rollup: '4.68.8', '@rollup/plugin-node-resolve': '16.0.3', terser: '5.49.0' },
  rolldown: { rolldown: '1.3.3' },
  webpack: { webpack: '5.113.0' },
  Rspack: { '@rspack/core': '2.3.4' },
  Parcel: { parcel: '2.16.4' },
  Bun: { bun: '1.4.5' },
} as const;

/** A bundler by its name. */
export type BundlerName = keyof typeof packages;

/** Writes a minified bundle of an entry to a file. */
type Bundle = (entry: string, file: string) => Promise<unknown>;

/** Runs a command and names what it says where it fails. */
function command(project: Project, line: string): void {
  const { status, stderr, stdout } = project.run(line);
  if (status !== 0) throw new Error([stdout, stderr].join(''));
}

/** webpack, and Rspack, which has its interface. */
const packing =
  (webpack: (options: object, done: (error: unknown, stats: Body) => void) => void): Bundle =>
  (entry, file) =>
    new Promise((done, fail) => {
      const output = { path: resolve(file, '..'), filename: basename(file) };
      webpack({ mode: 'production', entry, output }, (error, stats) =>
        error || stats.hasErrors() ? fail(error ?? new Error(stats.toString())) : done(undefined),
      );
    });

/** The bundlers of a project that has their packages, as they come: nothing but the minifier is chosen. */
export async function openBundlers(
  project: Project,
): Promise<Readonly<Record<BundlerName, Bundle>>> {
  const { load, packages: folder } = project;
  const [esbuild, rollup, rolldown, webpack, rspack, terser, resolver] = await Promise.all(
    [
      ...['esbuild', 'rollup', 'rolldown', 'webpack', '@rspack/core', 'terser'],
      '@rollup/plugin-node-resolve',
    ].map(load),
  );
  const bun = `@oven/bun-${process.platform}-${process.arch.replace('arm64', 'aarch64')}/bin/bun`;
  return {
    esbuild: (entry, outfile) =>
      esbuild?.build({ entryPoints: [entry], outfile, bundle: true, minify: true, format: 'esm' }),
    rollup: async (input, file) => {
      const bundle = await rollup?.rollup({ input, plugins: [resolver?.nodeResolve()] });
      const { output } = await bundle.generate({ format: 'es' });
      const minified = await terser?.minify(output[0].code, { module: true });
      writeFileSync(file, minified.code);
    },
    rolldown: (input, file) =>
      rolldown?.build({ input, output: { file, minify: true, format: 'es' }, logLevel: 'silent' }),
    webpack: packing(webpack?.default),
    Rspack: packing(rspack?.rspack),
    Parcel: async (entry, file) =>
      command(
        project,
        `parcel build "${entry}" --no-source-maps --no-cache --dist-dir "${resolve(file, '..')}"`,
      ),
    Bun: async (entry, file) =>
      command(project, `"${join(folder, bun)}" build "${entry}" --minify --outfile "${file}"`),
  };
}
