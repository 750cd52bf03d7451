import { changeInSlices } from '../rows/slices.ts';
import type { Database } from './database.ts';

/** Rows that one commit of a clean-up removes. */
const removedPerCommit = 500;

/**
 * Removes the rows of a table that fulfil a condition, in commits of a few hundred, and returns their count. `key` is
 * the primary key of a table without `rowid`.
 */
export function slicedRemoval<Bound extends readonly unknown[]>(
  { sql, write }: Database,
  {
    table,
    key = 'rowid',
    where,
  }: { readonly table: string; readonly key?: string; readonly where: string },
): (...bound: Bound) => Promise<number> {
  const remove = sql.prepare<unknown[]>(
    `DELETE FROM ${table} WHERE ${key} IN (
       SELECT ${key} FROM ${table} WHERE ${where} LIMIT ${removedPerCommit})`,
  );
  return (...bound) =>
    changeInSlices(removedPerCommit, () => write(() => remove.run(...bound).changes));
}
