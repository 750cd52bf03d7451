import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { type Plugin, rolldown } from 'rolldown';
import { CommandError } from '../../scripts/support/command.ts';
import { siteModules } from '../release/site-modules.ts';
import { budgets, exceptions, maxPublicValues } from './core-budgets.ts';
import type { BenchOptions } from './options.ts';
import { table } from './results.ts';

const root = join(import.meta.dirname, '..', '..');
const source = join(root, 'core', 'src');

/** What a program that needs one export of the core alone would say. */
const oneExport = (path: string): Plugin => ({
  name: 'one-export',
  resolveId: (id) => (id === 'one-export' ? join(root, 'one-export.js') : null),
  load: (id) =>
    id === join(root, 'one-export.js')
      ? `export { ${basename(path)} } from '@coachsite/core/${dirname(path)}';`
      : null,
});

/** Whether the text of a module declares `name` with a `Result`: a use case hands one on even if it makes none. */
function declaresResult(module: string, name: string): boolean {
  if (name === 'ok' || name === 'err') return true;
  const declaration = new RegExp(`^export (?:async )?function ${name}\\b[\\s\\S]*?^}$`, 'm');
  return globSync(join(source, module, '*.ts')).some((path) =>
    declaration.exec(readFileSync(path, 'utf8'))?.[0].includes('Result<'),
  );
}

/** Bundles an export alone, as Vite does. Sizes are bytes. */
async function measure(path: string) {
  const bundle = await rolldown({ input: 'one-export', cwd: root, plugins: [oneExport(path)] });
  const { output } = await bundle.generate({ format: 'esm', minify: true });
  await bundle.close();
  const [{ code, modules }] = output;
  const saysResult = declaresResult(dirname(path), basename(path));
  return {
    path,
    minified: Buffer.byteLength(code),
    br: brotliCompressSync(code).length,
    budget: exceptions[path] ?? (saysResult ? budgets.withResult : budgets.withoutResult),
    hasNeverthrow: Object.entries(modules).some(
      ([id, { renderedLength }]) => id.includes('/neverthrow/') && renderedLength > 0,
    ),
    saysResult,
  };
}

/** Measures every value that a module of the core exports, but those of the entry for tests; all at once take 2 GB. */
async function measureExports() {
  const modules = globSync(join(source, '*/index.ts')).map((path) => basename(dirname(path)));
  const sizes: Awaited<ReturnType<typeof measure>>[] = [];
  for (const module of modules.filter((name) => name !== 'testing').sort()) {
    const names = Object.keys(await import(`@coachsite/core/${module}`));
    for (const name of names) sizes.push(await measure(`${module}/${name}`));
  }
  return sizes;
}

/**
 * Bundles each export of the core alone with Rolldown and prints its bytes beside its budget, or nothing if it is to be
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
