import { adminActions, type SecurityEvent } from '@coachsite/core/security-log';
import type { Database } from './database.ts';

interface KindCount {
  readonly kind: SecurityEvent['actionType'];
  readonly rows: number;
}

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
/** The oldest rows are removed as often as so many were added. */
const trimEvery = 100;

/** Keeps the security log within its limits. Call `added` and `removed` for each row, inside `write`. */
export function securityLogBounds(
  sql: Database['sql'],
  publicLimit: number = publicRowLimit,
  accountLimit: number = accountRowLimit,
) {
  const trim = sql.prepare<[number]>(
    `DELETE FROM security_events WHERE source = 'client' AND seq <= (
       SELECT seq FROM security_events WHERE source = 'client' ORDER BY seq DESC LIMIT 1 OFFSET ?)`,
  );
  const adminKinds = JSON.stringify(adminActions);
  const isPublic = `source = 'server' AND action_type NOT IN (SELECT value FROM json_each(:adminKinds))`;
  // Counted by kind, which needs an index only, minus the rows of clients, which are few.
  const countKinds = sql.prepare<[], KindCount>(
    'SELECT action_type AS kind, count(*) AS rows FROM security_events GROUP BY action_type',
  );
  const countClientKinds = sql.prepare<[], KindCount>(
    `SELECT action_type AS kind, count(*) AS rows FROM security_events WHERE source = 'client' GROUP BY action_type`,
  );
  const countPublic = () => {
    const sum = (counts: readonly KindCount[]) =>
      counts
        .filter(({ kind }) => !adminActions.includes(kind))
        .reduce((total, { rows }) => total + rows, 0);
    return sum(countKinds.all()) - sum(countClientKinds.all());
  };
  const trimPublic = sql.prepare<{ adminKinds: string; surplus: number }>(
    `DELETE FROM security_events WHERE seq IN (
       SELECT seq FROM security_events WHERE ${isPublic} ORDER BY seq LIMIT :surplus)`,
  );
  const isOfAccount = `user_id = :userId AND source = 'server' AND severity = 'low'`;
  const trimAccount = sql.prepare<{ userId: string; limit: number }>(
    `DELETE FROM security_events WHERE ${isOfAccount} AND seq <= (
       SELECT seq FROM security_events WHERE ${isOfAccount} ORDER BY seq DESC LIMIT 1 OFFSET :limit)`,
  );
  let sinceTrim = 0;
  // Counting takes long, so it is done here, before anything is served.
  let publicRows = countPublic();
  let sinceAccountTrim = 0;
  const boundAccount = ({ severity, userId }: SecurityEvent) => {
    if (severity !== 'low' || userId === undefined) return;
    sinceAccountTrim += 1;
    if (sinceAccountTrim % trimEvery !== 0) return;
    const { changes } = trimAccount.run({ userId, limit: accountLimit });
    publicRows -= changes;
  };
  const boundPublic = ({ actionType }: SecurityEvent) => {
    if (adminActions.includes(actionType)) return;
    publicRows += 1;
    const surplus = publicRows - publicLimit;
    if (surplus < trimEvery) return;
    trimPublic.run({ adminKinds, surplus });
    publicRows = publicLimit;
  };
  return {
    added: (event: SecurityEvent) => {
      if (event.source !== 'client') {
        boundPublic(event);
        boundAccount(event);
        return;
      }
      sinceTrim += 1;
      if (sinceTrim % trimEvery === 1) trim.run(clientRowLimit);
    },
    removed: ({ source, actionType }: Pick<SecurityEvent, 'source' | 'actionType'>) => {
      if (source === 'server' && !adminActions.includes(actionType)) publicRows -= 1;
    },
  };
}
