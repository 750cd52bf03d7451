import type { Connection } from '../sql/database.ts';
import { type Piece, rowLock, sql } from '../sql/dialect.ts';
import { type None, prepared } from '../sql/statement.ts';

/** Rows of a table that has the column `network_bucket`. */
export interface BoundedRows {
  readonly table: string;
  /** The column that identifies a row. */
  readonly key: Piece;
  /** The oldest is first. */
  readonly order: Piece;
  /** A condition of those rows that may be removed; all by default. */
  readonly where?: string;
}

/** Networks whose rows are counted anew for one removal: each costs a walk over an index. */
const mostNetworks = 5;

/**
 * Removes rows beyond a limit, and returns how many. It removes the oldest rows of the network that has the most, at
 * most half of them at once, so that a network that fills a table loses its own rows. If no network stands out, it
 * removes the oldest rows of all. Rows whose network is unknown do not count as one network. Source:
 * docs/security.md#LK-12.
 */
export function fullestFirst({
  table,
  key,
  order,
  where = 'TRUE',
}: BoundedRows): (on: Connection, surplus: number) => Promise<number> {
  const fullest = prepared<None, { bucket: number; rows: number }>(
    sql`SELECT network_bucket AS bucket, count(*) AS rows FROM ${table}
     WHERE network_bucket >= 0 AND ${where} GROUP BY network_bucket ORDER BY 2 DESC LIMIT 1`,
  );
  const removal = (condition: Piece) =>
    sql`DELETE FROM ${table} WHERE ${key} IN (
       SELECT ${key} FROM ${table} WHERE ${condition} AND ${where} ORDER BY ${order} LIMIT :most ${rowLock('FOR UPDATE SKIP LOCKED')})`;
  const remove = prepared<{ bucket: number; most: number }>(removal('network_bucket = :bucket'));
  const removeOldest = prepared<{ most: number }>(removal('TRUE'));
  return async (on, surplus) => {
    let left = surplus;
    for (let networks = 0; left > 0 && networks < mostNetworks; networks += 1) {
      const found = await fullest.get(on, {});
      const most = Math.min(left, Math.floor(Number(found?.rows ?? 0) / 2));
      if (!found || most === 0) break;
      left -= await remove.run(on, { bucket: found.bucket, most });
    }
    if (left > 0) left -= await removeOldest.run(on, { most: left });
    return Math.max(0, surplus) - Math.max(0, left);
  };
}
