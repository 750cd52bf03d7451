import type { Connection } from '../sql/database.ts';
import { sql } from '../sql/dialect.ts';
import { type None, prepared } from '../sql/statement.ts';
import { fullestFirst } from './fullest-first.ts';

/** The most rows from clients that are kept; beyond it the oldest of the network that sent most are removed. Source: docs/security.md#CL-1. */
const clientRowLimit = 10_000;

/**
 * The most rows that are kept of events that anybody can cause. Beyond it, the oldest events of the network that caused
 * the most are removed; events of severity `high` only if there are no others. What only admins and the operator can do
 * is not counted. Source: docs/security.md#LK-13.
 */
const publicRowLimit = 200_000;

/**
 * The most rows of low severity that are kept of one account, so that its repeated sign-ins neither displace the events
 * of others nor make an export slow.
 */
const accountRowLimit = 2000;

/** The oldest rows are removed as often as so many were added, by all processes together. */
const trimEvery = 100;

const trimAccount = prepared<{ userId: string; kept: number }>(
  `DELETE FROM security_events
   WHERE user_id = :userId AND source = 'server' AND severity = 'low' AND seq <= (
     SELECT seq FROM security_events WHERE user_id = :userId AND source = 'server' AND severity = 'low'
     ORDER BY seq DESC LIMIT 1 OFFSET :kept)`,
);
const trimOf = (where: string) =>
  fullestFirst({ table: 'security_events', key: 'seq', order: 'seq', where });
const trimClient = trimOf("source = 'client'");
const trimOthers = trimOf("is_public = 1 AND severity <> 'high'");
const trimHigh = trimOf("is_public = 1 AND severity = 'high'");
const countOf = (where: string) =>
  prepared<None, { count: number }>(
    sql`SELECT count(*) AS count FROM security_events WHERE ${where}`,
  );
const [countClient, countPublic] = [countOf("source = 'client'"), countOf('is_public = 1')];

/** Accounts whose events are counted at once; beyond it all counts begin anew. */
const mostCounted = 10_000;

/** Whether so many events of one account were added by this process since it was last so. */
export function eachHundredth(): (userId: string) => boolean {
  const counts = new Map<string, number>();
  return (userId) => {
    const count = (counts.get(userId) ?? 0) + 1;
    if (counts.size > mostCounted) counts.clear();
    counts.set(userId, count % trimEvery);
    return count === trimEvery;
  };
}

/** Keeps the events of one account within its limit. */
export const trimOfAccount = (on: Connection, userId: string, kept = accountRowLimit) =>
  trimAccount.run(on, { userId, kept });

/**
 * Keeps the security log within its limits, after the row with the number `seq` was added: that number, which all
 * processes share, says when.
 */
export async function trimLog(
  on: Connection,
  seq: number,
  publicLimit = publicRowLimit,
): Promise<void> {
  if (seq % trimEvery !== 0) return;
  const beyond = async (counted: typeof countClient, limit: number) =>
    Number((await counted.get(on, {}))?.count ?? 0) - limit;
  await trimClient(on, await beyond(countClient, clientRowLimit));
  const surplus = await beyond(countPublic, publicLimit);
  if (surplus < trimEvery) return;
  const removed = await trimOthers(on, surplus);
  await trimHigh(on, surplus - removed);
}
