import type { Connection } from './database.ts';
import { prepared } from './statement.ts';

/** The most rows from clients that are kept; the oldest are removed first. Source: docs/security.md#CL-1. */
const clientRowLimit = 10_000;

/**
 * The most rows that are kept of what anybody can cause; the oldest are removed first. What only admins and the operator
 * do is not among them. Source: docs/security.md#LK-13.
 */
const publicRowLimit = 200_000;

/**
 * The most rows of low severity that are kept of one account, so that its repeated sign-ins neither displace the events
 * of others nor make an export slow.
 */
const accountRowLimit = 2000;

/** The oldest rows are removed as often as so many were added, by all processes together. */
const trimEvery = 100;

/** Removes the oldest rows that fulfil a condition, but for some. */
const trim = <Bound extends object>(condition: string) =>
  prepared<Bound & { kept: number }>(
    `DELETE FROM security_events WHERE ${condition} AND seq <= (
       SELECT seq FROM security_events WHERE ${condition} ORDER BY seq DESC LIMIT 1 OFFSET :kept)`,
  );
const trimClient = trim<Record<never, never>>("source = 'client'");
const trimAccount = trim<{ userId: string }>(
  "user_id = :userId AND source = 'server' AND severity = 'low'",
);
const trimPublic = trim<Record<never, never>>('is_public = 1');
const isSurplus = prepared<{ count: number }>(
  'SELECT 1 FROM security_events WHERE is_public = 1 ORDER BY seq DESC LIMIT 1 OFFSET :count',
);

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
  await trimClient.run(on, { kept: clientRowLimit });
  if (userId !== null) await trimAccount.run(on, { userId, kept: accountLimit });
  if ((await isSurplus.run(on, { count: publicLimit + trimEvery - 1 })) > 0)
    await trimPublic.run(on, { kept: publicLimit });
}
