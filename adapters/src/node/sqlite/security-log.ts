import { setImmediate as nextTurn } from 'node:timers/promises';
import type { JsonObject } from '@coachsite/core/kernel';
import {
  adminActions,
  emailMarkers,
  isAbout,
  type LoggedPerson,
  type SecurityEvent,
  type SecurityLog,
} from '@coachsite/core/security-log';
import type { Database } from './database.ts';

interface EventRow {
  readonly id: string;
  readonly at_ms: number;
  readonly source: SecurityEvent['source'];
  readonly action_type: SecurityEvent['actionType'];
  readonly severity: SecurityEvent['severity'];
  readonly user_id: string | null;
  readonly address: string;
  readonly user_agent: string;
  readonly details: string;
}

/** The most rows from clients that are kept; the oldest are removed first. Source: docs/security.md#CL-1. */
const clientRowLimit = 10_000;

/**
 * The most rows that are kept of what anybody can cause; the oldest are removed first. What only admins and the operator
 * do is not among them. Source: docs/security.md#LK-13.
 */
const publicRowLimit = 200_000;
/**
 * The most rows of low severity that are kept of one account, so that nobody who signs in again and again pushes out
 * what others did, or makes an export that takes long.
 */
const accountRowLimit = 2000;
/** The oldest rows are removed as often as so many were added. */
const trimEvery = 100;

/** Events searched in one turn of the event loop: clients may have written them to be slow. */
const perTurn = 500;

const columns = 'id, at_ms, source, action_type, severity, user_id, address, user_agent, details';

function toEvent(row: EventRow): SecurityEvent {
  return {
    id: row.id,
    at: row.at_ms,
    source: row.source,
    actionType: row.action_type,
    severity: row.severity,
    userId: row.user_id ?? undefined,
    ip: row.address,
    userAgent: row.user_agent,
    details: JSON.parse(row.details) as JsonObject,
  };
}

export function sqliteSecurityLog(
  { sql, write }: Database,
  publicLimit = publicRowLimit,
  accountLimit = accountRowLimit,
): SecurityLog {
  const insert = sql.prepare<EventRow>(
    `INSERT INTO security_events (id, at_ms, source, action_type, severity, user_id, address,
       user_agent, details)
     VALUES (:id, :at_ms, :source, :action_type, :severity, :user_id, :address, :user_agent,
       :details)`,
  );
  const trim = sql.prepare<[number]>(
    `DELETE FROM security_events WHERE source = 'client' AND seq <= (
       SELECT seq FROM security_events WHERE source = 'client' ORDER BY seq DESC LIMIT 1 OFFSET ?)`,
  );
  const adminKinds = JSON.stringify(adminActions);
  const isPublic = `source = 'server' AND action_type NOT IN (SELECT value FROM json_each(:adminKinds))`;
  const countPublic = sql
    .prepare<{ adminKinds: string }, number>(
      `SELECT count(*) FROM security_events WHERE ${isPublic}`,
    )
    .pluck();
  const trimPublic = sql.prepare<{ adminKinds: string; surplus: number }>(
    `DELETE FROM security_events WHERE seq IN (
       SELECT seq FROM security_events WHERE ${isPublic} ORDER BY seq LIMIT :surplus)`,
  );
  const isOfAccount = `user_id = :userId AND source = 'server' AND severity = 'low'`;
  const trimAccount = sql.prepare<{ userId: string; limit: number }>(
    `DELETE FROM security_events WHERE ${isOfAccount} AND seq <= (
       SELECT seq FROM security_events WHERE ${isOfAccount} ORDER BY seq DESC LIMIT 1 OFFSET :limit)`,
  );
  const list = sql.prepare<
    {
      actionType: string | null;
      source: string | null;
      userId: string | null;
      before: string | null;
      limit: number;
    },
    EventRow
  >(
    `SELECT ${columns}
     FROM security_events
     WHERE (:actionType IS NULL OR action_type = :actionType)
       AND (:source IS NULL OR source = :source)
       AND (:userId IS NULL OR user_id = :userId)
       AND (:before IS NULL OR seq < (SELECT seq FROM security_events WHERE id = :before))
     ORDER BY seq DESC LIMIT :limit`,
  );
  // Coarse on purpose: SQL finds the few rows that may contain a word, and the rule of the core decides.
  const holds = (words: string) => `EXISTS (SELECT 1 FROM json_each(${words}) AS word
    WHERE instr(lower(user_agent || ' ' || details), lower(word.value)) > 0)`;
  const maybeAbout = sql.prepare<
    { userIds: string; words: string; before: number },
    EventRow & { readonly seq: number }
  >(
    `SELECT seq, ${columns} FROM security_events
     WHERE seq < :before
       AND (user_id IN (SELECT value FROM json_each(:userIds)) OR ${holds(':words')})
     ORDER BY seq DESC LIMIT ${perTurn}`,
  );
  const about = async (person: LoggedPerson): Promise<readonly SecurityEvent[]> => {
    const { userIds, mentions } = person;
    const words = mentions.flatMap((word) => (word.includes('@') ? emailMarkers : [word]));
    const bound = { userIds: JSON.stringify(userIds), words: JSON.stringify(words) };
    const found: SecurityEvent[] = [];
    let before = Number.MAX_SAFE_INTEGER;
    for (;;) {
      const rows = maybeAbout.all({ ...bound, before });
      found.push(...rows.map(toEvent).filter(isAbout(person)));
      const last = rows.at(-1);
      if (!last || rows.length < perTurn) return found;
      before = last.seq;
      await nextTurn();
    }
  };
  const remove = sql.prepare<[string]>('DELETE FROM security_events WHERE id = ?');
  const maybeWithEmail = sql.prepare<{ before: number; words: string }, EventRow>(
    `SELECT ${columns} FROM security_events WHERE at_ms < :before AND ${holds(':words')}`,
  );
  const rewrite = sql.prepare<[string, string, string]>(
    'UPDATE security_events SET user_agent = ?, details = ? WHERE id = ?',
  );
  const sweep = sql.prepare<[number]>('DELETE FROM security_events WHERE at_ms < ?');
  let sinceTrim = 0;
  let publicRows: number | undefined;
  // Counting takes long, so it is done once and whenever rows were removed by time.
  const recount = () => {
    publicRows = countPublic.get({ adminKinds }) ?? 0;
  };
  let sinceAccountTrim = 0;
  const boundAccount = ({ severity, userId }: SecurityEvent) => {
    if (severity !== 'low' || userId === undefined) return;
    sinceAccountTrim += 1;
    if (sinceAccountTrim % trimEvery !== 0) return;
    const { changes } = trimAccount.run({ userId, limit: accountLimit });
    if (publicRows !== undefined) publicRows -= changes;
  };
  const boundPublic = ({ actionType }: SecurityEvent) => {
    if (adminActions.includes(actionType)) return;
    if (publicRows === undefined) recount();
    else publicRows += 1;
    const surplus = (publicRows ?? 0) - publicLimit;
    if (surplus < trimEvery) return;
    trimPublic.run({ adminKinds, surplus });
    publicRows = publicLimit;
  };

  return {
    record: (event) =>
      write(() => {
        insert.run({
          id: event.id,
          at_ms: event.at,
          source: event.source,
          action_type: event.actionType,
          severity: event.severity,
          user_id: event.userId ?? null,
          address: event.ip,
          user_agent: event.userAgent,
          details: JSON.stringify(event.details),
        });
        if (event.source !== 'client') {
          boundPublic(event);
          boundAccount(event);
          return;
        }
        sinceTrim += 1;
        if (sinceTrim % 100 === 1) trim.run(clientRowLimit);
      }),
    list: async ({ actionType, source, userId, before, limit }) =>
      list
        .all({
          actionType: actionType ?? null,
          source: source ?? null,
          userId: userId ?? null,
          before: before ?? null,
          limit,
        })
        .map(toEvent),
    about,
    removeAbout: async (person, kept = []) => {
      const events = (await about(person)).filter(
        ({ source, actionType }) => source === 'client' || !kept.includes(actionType),
      );
      return write(() => {
        for (const { id } of events) remove.run(id);
        publicRows = undefined;
        return events.length;
      });
    },
    rewriteEmails: (before, toHidden) =>
      write(() => {
        let rewritten = 0;
        const bound = { before, words: JSON.stringify(emailMarkers) };
        for (const { id, userAgent, details } of maybeWithEmail.all(bound).map(toEvent)) {
          const words = toHidden({ userAgent, details });
          if (!words) continue;
          rewrite.run(words.userAgent, JSON.stringify(words.details), id);
          rewritten += 1;
        }
        return rewritten;
      }),
    sweep: (before) =>
      write(() => {
        const { changes } = sweep.run(before);
        if (changes > 0) recount();
        return changes;
      }),
  };
}
