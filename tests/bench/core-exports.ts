import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { build, type Plugin } from 'esbuild';

const root = join(import.meta.dirname, '..', '..');
const source = join(root, 'core', 'src');

/** One export of the core, bundled alone. */
export interface ExportSize {
  /** Module and name, such as `lockout/isLocked`. */
  readonly path: string;
  /** Bytes after esbuild has minified it. */
  readonly minified: number;
  /** The same with brotli. */
  readonly br: number;
  /** Its bundle holds neverthrow. */
  readonly hasNeverthrow: boolean;
  /** Its declaration has a `Result`. */
  readonly saysResult: boolean;
}

/** A bundler sees each export as a module that exports this name only. */
const oneExport: Plugin = {
  name: 'one-export',
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /^export:/ }, ({ path }) => ({
      path: path.slice('export:'.length),
      namespace: 'export',
    }));
    onLoad({ filter: /./, namespace: 'export' }, ({ path }) => ({
      contents: `export { ${basename(path)} } from '@coachsite/core/${dirname(path)}';`,
      resolveDir: root,
    }));
  },
};

/** Whether the text of a module declares `name` with a `Result`: a use case hands one on even if it makes none. */
function declaresResult(module: string, name: string): boolean {
  if (name === 'ok' || name === 'err') return true;
  const declaration = new RegExp(`^export (?:async )?function ${name}\\b[\\s\\S]*?^}$`, 'm');
  return globSync(join(source, module, '*.ts')).some((path) =>
    declaration.exec(readFileSync(path, 'utf8'))?.[0].includes('Result<'),
  );
}

/** Measures every value that a module of the core exports, but those of the entry for tests. */
export async function measureExports(): Promise<readonly ExportSize[]> {
  const modules = globSync(join(source, '*/index.ts'))
    .map((path) => basename(dirname(path)))
    .filter((module) => module !== 'testing')
    .sort();
  const paths: string[] = [];
  for (const module of modules) {
    const names = Object.keys(await import(`@coachsite/core/${module}`));
    paths.push(...names.map((name) => `${module}/${name}`));
  }
  const { outputFiles, metafile } = await build({
    entryPoints: paths.map((path) => ({ in: `export:${path}`, out: path })),
    outdir: root,
    bundle: true,
    minify: true,
    format: 'esm',
    write: false,
    metafile: true,
    plugins: [oneExport],
    absWorkingDir: root,
  });
  const texts = new Map(outputFiles.map(({ path, contents }) => [path, contents]));
  return paths.map((path) => {
    const contents = texts.get(join(root, `${path}.js`)) ?? new Uint8Array();
    const inputs = Object.entries(metafile.outputs[`${path}.js`]?.inputs ?? {});
    return {
      path,
      minified: contents.length,
      br: brotliCompressSync(contents).length,
      hasNeverthrow: inputs.some(
        ([input, { bytesInOutput }]) => input.includes('/neverthrow/') && bytesInOutput > 0,
      ),
      saysResult: declaresResult(dirname(path), basename(path)),
    };
  });
}
