import type { Database } from './database.ts';

interface Fullest {
  readonly bucket: number | null;
  readonly rows: number | null;
}

/** Rows of a table that has the column `network_bucket`. */
export interface BoundedRows {
  readonly table: string;
  /** The oldest is first. */
  readonly order: string;
  /** A condition of those rows that may be removed; all by default. */
  readonly where?: string;
}

/** Networks whose rows are counted anew for one removal: each costs a walk over an index. */
const mostNetworks = 5;

/**
 * Removes rows beyond a limit, and returns how many: the oldest of the network that has the most, at most half of them at
 * once, so that a network that fills a table removes its own. Where no network stands out, the oldest of all; rows of which
 * nobody knows the network are not of one. Call it inside `write`. Source: docs/security.md#LK-12.
 */
export function fullestFirst(
  sql: Database['sql'],
  { table, order, where = 'TRUE' }: BoundedRows,
): (surplus: number) => number {
  const fullest = sql.prepare<[], Fullest>(
    `SELECT bucket, max(rows) AS rows FROM (
       SELECT network_bucket AS bucket, count(*) AS rows FROM ${table}
       WHERE network_bucket >= 0 AND ${where} GROUP BY network_bucket)`,
  );
  const remove = sql.prepare<{ bucket: number; most: number }>(
    `DELETE FROM ${table} WHERE rowid IN (
       SELECT rowid FROM ${table} WHERE network_bucket = :bucket AND ${where} ORDER BY ${order} LIMIT :most)`,
  );
  const removeOldest = sql.prepare<[number]>(
    `DELETE FROM ${table} WHERE rowid IN (
       SELECT rowid FROM ${table} WHERE ${where} ORDER BY ${order} LIMIT ?)`,
  );
  return (surplus) => {
    let left = surplus;
    for (let networks = 0; left > 0 && networks < mostNetworks; networks += 1) {
      const { bucket, rows } = fullest.get() ?? { bucket: null, rows: 0 };
      const most = Math.min(left, Math.floor((rows ?? 0) / 2));
      if (bucket === null || most === 0) break;
      left -= remove.run({ bucket, most }).changes;
    }
    if (left > 0) left -= removeOldest.run(left).changes;
    return Math.max(0, surplus) - Math.max(0, left);
  };
}
