import { changeInSlices } from '../rows/slices.ts';
import type { Connection } from './database.ts';
import { prepared } from './statement.ts';

/** Rows that one commit of a clean-up removes. */
const removedPerCommit = 500;

/** Removes some rows that fulfil a condition, except those that another transaction uses. */
export const removalOf = <Bound extends object>(table: string, where: string, rows: string) =>
  prepared<Bound>(
    `DELETE FROM ${table} WHERE ctid = ANY (ARRAY(
       SELECT ctid FROM ${table} WHERE ${where} LIMIT ${rows} FOR UPDATE SKIP LOCKED))`,
  );

/**
 * Removes some rows with an `id` that fulfil a condition, also those that another transaction uses, which it waits for: what
 * is removed of a person may leave none behind. Locks them as it chooses, so that other rows take the place of those that
 * are gone by then: fewer than `rows` means that none is left.
 */
export const fullRemovalOf = <Bound extends object>(table: string, where: string, rows: string) =>
  prepared<Bound>(
    `DELETE FROM ${table} WHERE id = ANY (ARRAY(SELECT id FROM ${table} WHERE ${where} LIMIT ${rows} FOR UPDATE))`,
  );

/**
 * Removes the rows of a table that fulfil a condition, in commits of a few hundred, and returns their count. Processes
 * that do so at once share the work.
 */
export function slicedRemoval<Bound extends object>(table: string, where: string) {
  const remove = removalOf<Bound>(table, where, String(removedPerCommit));
  return (on: Connection, bound: Bound) =>
    changeInSlices(removedPerCommit, () => remove.run(on, bound));
}
