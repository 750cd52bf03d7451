import type { Connection } from './database.ts';
import { fullestFirst } from './fullest-first.ts';
import { type None, prepared } from './statement.ts';

/** The most rows from clients that are kept; beyond it the oldest of the network that sent most are removed. Source: docs/security.md#CL-1. */
const clientRowLimit = 10_000;

/**
 * The most rows that are kept of what anybody can cause; beyond it the oldest of the network that caused most are removed, and
 * those of severity `high` only when there are no others. What only admins and the operator do is not among them. Source: docs/security.md#LK-13.
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
  prepared<None, { count: number }>(`SELECT count(*) AS count FROM security_events WHERE ${where}`);
const [countClient, countPublic] = [countOf("source = 'client'"), countOf('is_public = 1')];

/** The limits of a security log. */
export interface LogLimits {
  readonly publicLimit?: number | undefined;
  readonly accountLimit?: number | undefined;
}

/**
 * Keeps the security log within its limits, after the row with the number `seq` was added: that number, which all
 * processes share, says when.
 */
export async function trimLog(
  on: Connection,
  seq: number,
  userId: string | null,
  { publicLimit = publicRowLimit, accountLimit = accountRowLimit }: LogLimits,
): Promise<void> {
  if (seq % trimEvery !== 0) return;
  const beyond = async (counted: typeof countClient, limit: number) =>
    Number((await counted.get(on, {}))?.count ?? 0) - limit;
  await trimClient(on, await beyond(countClient, clientRowLimit));
  if (userId !== null) await trimAccount.run(on, { userId, kept: accountLimit });
  const surplus = await beyond(countPublic, publicLimit);
  if (surplus < trimEvery) return;
  const removed = await trimOthers(on, surplus);
  await trimHigh(on, surplus - removed);
}
