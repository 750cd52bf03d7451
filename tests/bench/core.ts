import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { build, type Plugin } from 'esbuild';
import { CommandError } from '../../scripts/support/command.ts';
import { siteModules } from '../release/site-modules.ts';
import { budgets, exceptions, maxPublicValues } from './core-budgets.ts';
import type { BenchOptions } from './options.ts';
import { table } from './results.ts';

const root = join(import.meta.dirname, '..', '..');
const source = join(root, 'core', 'src');

/** A bundler sees each export as a module that exports this name only. */
const oneExport: Plugin = {
  name: 'one-export',
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /^export:/ }, ({ path }) => ({ path: path.slice(7), namespace: 'export' }));
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

/** Bundles every value that a module of the core exports alone, but those of the entry for tests. Sizes are bytes. */
async function measureExports() {
  const modules = globSync(join(source, '*/index.ts')).map((path) => basename(dirname(path)));
  const paths: string[] = [];
  for (const module of modules.filter((name) => name !== 'testing').sort()) {
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
    const saysResult = declaresResult(dirname(path), basename(path));
    return {
      path,
      minified: contents.length,
      br: brotliCompressSync(contents).length,
      budget: exceptions[path] ?? (saysResult ? budgets.withResult : budgets.withoutResult),
      hasNeverthrow: inputs.some(
        ([input, { bytesInOutput }]) => input.includes('/neverthrow/') && bytesInOutput > 0,
      ),
      saysResult,
    };
  });
}

/**
 * Bundles each export of the core alone with esbuild and prints its bytes beside its budget, or nothing if it is to be
 * `quick`. Throws a `CommandError` when one is over it, or brings neverthrow without a `Result`, or when the package has
 * too many names. Source: docs/performance.md#goal-20.
 */
export async function benchCore({ quick }: Pick<BenchOptions, 'quick'>): Promise<void> {
  const sizes = await measureExports();
  const rows = sizes.map(({ path, minified, br, budget, saysResult }) =>
    [path, minified, br, budget, saysResult ? 'yes' : ''].map(String),
  );
  if (!quick) console.log(table([['export', 'minified', 'br', 'budget', 'Result'], ...rows]));
  const published = sizes.filter(({ path }) => !siteModules.includes(dirname(path))).length;
  console.log(`Published: ${published} functions and constants (at most ${maxPublicValues})`);
  const known = new Set(sizes.map(({ path }) => path));
  const faults = [
    ...sizes.map(({ path, br, budget }) =>
      br > budget ? `${path} costs ${br} bytes, and its budget is ${budget}` : '',
    ),
    ...sizes.map(({ path, hasNeverthrow, saysResult }) =>
      hasNeverthrow && !saysResult ? `${path} costs neverthrow and returns no Result` : '',
    ),
    published > maxPublicValues ? `That is more than ${maxPublicValues}` : '',
    ...Object.keys(exceptions).map((path) => (known.has(path) ? '' : `${path} is no export`)),
  ].filter(Boolean);
  if (faults.length > 0) throw new CommandError(faults.join('\n'));
}
