import { changeInSlices } from '../rows/slices.ts';
import type { Connection } from '../sql/database.ts';
import { among, type Piece, rowLock, sql } from '../sql/dialect.ts';
import { prepared } from '../sql/statement.ts';

/** Rows that one commit of a clean-up removes. */
const removedPerCommit = 500;

/** A table, and the column that identifies a row of it. */
export type Keyed = readonly [table: string, key: Piece];

/** Removes some rows that fulfil a condition, except those that another transaction uses. */
export const removalOf = <Bound extends object>([table, key]: Keyed, where: Piece, rows: Piece) =>
  prepared<Bound>(
    sql`DELETE FROM ${table} WHERE ${among(
      key,
      sql`SELECT ${key} FROM ${table} WHERE ${where} LIMIT ${rows} ${rowLock('FOR UPDATE SKIP LOCKED')}`,
    )}`,
  );

/**
 * Removes some rows that fulfil a condition, also those that another transaction uses, which it waits for: what is removed
 * of a person may leave none behind. Locks them as it chooses, so that other rows take the place of those that are gone by
 * then: fewer than `rows` means that none is left.
 */
export const fullRemovalOf = <Bound extends object>(
  [table, key]: Keyed,
  where: Piece,
  rows: Piece,
) =>
  prepared<Bound>(
    sql`DELETE FROM ${table} WHERE ${among(
      key,
      sql`SELECT ${key} FROM ${table} WHERE ${where} LIMIT ${rows} ${rowLock()}`,
    )}`,
  );

/**
 * Removes the rows of a table that fulfil a condition, in commits of a few hundred, and returns their count. Processes
 * that do so at once share the work.
 */
export function slicedRemoval<Bound extends object>(table: Keyed, where: Piece) {
  const remove = removalOf<Bound>(table, where, removedPerCommit);
  return (on: Connection, bound: Bound) =>
    changeInSlices(removedPerCommit, () => remove.run(on, bound));
}
