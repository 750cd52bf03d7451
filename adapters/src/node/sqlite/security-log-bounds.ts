import { adminActions, type SecurityEvent } from '@coachsite/core/security-log';
import type { Database } from './database.ts';
import { fullestFirst } from './fullest-first.ts';

interface KindCount {
  readonly kind: SecurityEvent['actionType'];
  readonly rows: number;
}

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
/** The oldest rows are removed as often as so many were added. */
const trimEvery = 100;

/** Keeps the security log within its limits. Call `added` and `removed` for each row, inside `write`. */
export function securityLogBounds(
  sql: Database['sql'],
  publicLimit: number = publicRowLimit,
  accountLimit: number = accountRowLimit,
) {
  const table = 'security_events';
  const countClient = sql
    .prepare<[], number>("SELECT count(*) FROM security_events WHERE source = 'client'")
    .pluck();
  const trimClient = fullestFirst(sql, { table, order: 'seq', where: "source = 'client'" });
  const isPublic = `source = 'server' AND action_type NOT IN ('${adminActions.join("', '")}')`;
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
  const trimOf = (severity: string) =>
    fullestFirst(sql, { table, order: 'seq', where: `${isPublic} AND ${severity}` });
  const [trimOthers, trimHigh] = [trimOf("severity <> 'high'"), trimOf("severity = 'high'")];
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
    const removed = trimOthers(surplus);
    publicRows -= removed + trimHigh(surplus - removed);
  };
  return {
    added: (event: SecurityEvent) => {
      if (event.source !== 'client') {
        boundPublic(event);
        boundAccount(event);
        return;
      }
      sinceTrim += 1;
      if (sinceTrim % trimEvery === 1) trimClient((countClient.get() ?? 0) - clientRowLimit);
    },
    removed: ({ source, actionType }: Pick<SecurityEvent, 'source' | 'actionType'>) => {
      if (source === 'server' && !adminActions.includes(actionType)) publicRows -= 1;
    },
  };
}
