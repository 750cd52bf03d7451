import { CommandError } from '../../scripts/support/command.ts';
import { budgets, exceptions } from './core-budgets.ts';
import { type ExportSize, measureExports } from './core-exports.ts';
import type { BenchOptions } from './options.ts';
import { table } from './results.ts';

const budgetOf = ({ path, saysResult }: ExportSize): number =>
  exceptions[path] ?? (saysResult ? budgets.withResult : budgets.withoutResult);

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
    ...Object.keys(exceptions)
      .filter((path) => !known.has(path))
      .map((path) => `${path} has a budget and is no export`),
  ];
}

/**
 * Bundles each export of the core alone with esbuild and prints its bytes beside its budget, or nothing if it is to be
 * `quick`. Throws a `CommandError` when one is over it, or brings neverthrow without a `Result`. Source: docs/performance.md#goal-20.
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
  const found = faults(sizes);
  if (found.length > 0) throw new CommandError(found.join('\n'));
}
