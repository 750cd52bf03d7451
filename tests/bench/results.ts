import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';

const folder = join(import.meta.dirname, '..', '..', 'bench-results');

/** The value below which a share of all values lies. */
export const quantile = (values: readonly number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? 0;

/** The median of some numbers; of an even count the higher one of the two in the middle. */
export const median = (values: readonly number[]) => quantile(values, 0.5);

/** Keeps results with a description of the machine, and prints where. */
export function keepResults(name: string, results: unknown): void {
  mkdirSync(folder, { recursive: true });
  const at = new Date().toISOString();
  const path = join(folder, `${name}-${at.replaceAll(/[:.]/g, '-')}.json`);
  const machine = { node: process.version, cpu: cpus()[0]?.model, cores: cpus().length };
  writeFileSync(path, `${JSON.stringify({ name, at, machine, results }, null, 2)}\n`);
  console.log(`Kept in ${path}`);
}

/** The lines of a table, with the first column aligned left and the others right. */
export function table(rows: readonly (readonly string[])[]): string {
  const width = (column: number) => Math.max(...rows.map((row) => row[column]?.length ?? 0));
  const widths = rows[0]?.map((_, column) => width(column)) ?? [];
  const pad = (cell: string, column: number) =>
    column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0);
  return rows.map((row) => row.map(pad).join('  ')).join('\n');
}
