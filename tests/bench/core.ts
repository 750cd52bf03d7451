import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { CommandError } from '../../scripts/support/command.ts';
import { siteModules } from '../release/site-modules.ts';
import { budgets, exceptions, maxPublicValues } from './core-budgets.ts';
import { type ExportSize, measureExports } from './core-exports.ts';
import type { BenchOptions } from './options.ts';
import { table } from './results.ts';

const budgetOf = ({ path, saysResult }: ExportSize): number =>
  exceptions[path] ?? (saysResult ? budgets.withResult : budgets.withoutResult);

const isPublished = (module: string): boolean => !siteModules.includes(module);

/** The functions and constants that the published modules export. */
const publicValues = (sizes: readonly ExportSize[]): number =>
  sizes.filter(({ path }) => isPublished(dirname(path))).length;

/** The types that the published modules export by name. */
const publicTypes = (): number =>
  globSync(join(import.meta.dirname, '../../core/src/*/index.ts'))
    .filter((path) => isPublished(basename(dirname(path))) && !path.includes('/testing/'))
    .map((path) => readFileSync(path, 'utf8'))
    .flatMap((text) => [...text.matchAll(/^export (type )?(?:\{([^}]*)\}|\w+ =)/gm)])
    .flatMap(([, isType, names = '_']) =>
      names.split(',').filter((name) => name.trim() && (isType || /^\s*type /.test(name))),
    ).length;

/** What is wrong with the sizes and with the table of budgets, one line each. */
function faults(sizes: readonly ExportSize[]): readonly string[] {
  const known = new Set(sizes.map(({ path }) => path));
  return [
    ...sizes.flatMap((size) => [
      ...(size.br > budgetOf(size)
        ? [`${size.path} costs ${size.br} bytes, and its budget is ${budgetOf(size)}`]
        : []),
      ...(size.hasNeverthrow && !size.saysResult
        ? [`${size.path} costs neverthrow and returns no Result`]
        : []),
    ]),
    ...(publicValues(sizes) > maxPublicValues
      ? [
          `The package exports ${publicValues(sizes)} functions and constants, not ${maxPublicValues}`,
        ]
      : []),
    ...Object.keys(exceptions)
      .filter((path) => !known.has(path))
      .map((path) => `${path} has a budget and is no export`),
  ];
}

/**
 * Bundles each export of the core alone with esbuild and prints its bytes beside its budget, or nothing if it is to be
 * `quick`. Throws a `CommandError` when one is over it, or brings neverthrow without a `Result`, or when the package has
 * too many names. Source: docs/performance.md#goal-20.
 */
export async function benchCore({ quick }: Pick<BenchOptions, 'quick'>): Promise<void> {
  const sizes = await measureExports();
  if (!quick) {
    console.log(
      table([
        ['export', 'minified', 'br', 'budget', 'Result'],
        ...sizes.map((size) => [
          size.path,
          String(size.minified),
          String(size.br),
          String(budgetOf(size)),
          size.saysResult ? 'yes' : '',
        ]),
      ]),
    );
  }
  console.log(
    `Published: ${publicValues(sizes)} functions and constants (at most ${maxPublicValues}), ${publicTypes()} types`,
  );
  const found = faults(sizes);
  if (found.length > 0) throw new CommandError(found.join('\n'));
}
