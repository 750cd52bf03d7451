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
import type { Statement } from 'better-sqlite3';
import type { Database } from './database.ts';
import { allOf, inSlices } from './slices.ts';

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

/** Events searched in one turn of the event loop, or removed in one commit: clients may have written them to be slow. */
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
  interface Listed {
    readonly actionType?: string | undefined;
    readonly source?: string | undefined;
    readonly userId?: string | undefined;
    readonly before?: string | undefined;
    readonly limit: number;
  }
  const lists = new Map<string, Statement<[Listed], EventRow>>();
  /** A statement with the filters in use only, so that an index finds the rows. */
  const listOf = (filters: Listed) => {
    const conditions = [
      filters.actionType !== undefined && 'action_type = :actionType',
      filters.source !== undefined && 'source = :source',
      filters.userId !== undefined && 'user_id = :userId',
      filters.before !== undefined && 'seq < (SELECT seq FROM security_events WHERE id = :before)',
    ].filter((condition) => condition !== false);
    const where = ['TRUE', ...conditions].join(' AND ');
    const known = lists.get(where);
    if (known) return known;
    const made = sql.prepare<[Listed], EventRow>(
      `SELECT ${columns} FROM security_events WHERE ${where} ORDER BY seq DESC LIMIT :limit`,
    );
    lists.set(where, made);
    return made;
  };
  // Coarse on purpose: SQL finds the few rows that may contain a word, and the rule of the core decides.
  const holds = (words: string) => `EXISTS (SELECT 1 FROM json_each(${words}) AS word
    WHERE instr(lower(user_agent || ' ' || details), lower(word.value)) > 0)`;
  type Numbered = EventRow & { readonly seq: number };
  const sliceEnd = sql
    .prepare<{ before: number }, number | null>(
      `SELECT min(seq) FROM (
         SELECT seq FROM security_events WHERE seq < :before ORDER BY seq DESC LIMIT ${perTurn})`,
    )
    .pluck();
  const mentioning = sql.prepare<{ words: string; from: number; before: number }, Numbered>(
    `SELECT seq, ${columns} FROM security_events WHERE seq >= :from AND seq < :before AND ${holds(':words')}
     ORDER BY seq DESC`,
  );
  const ofUser = sql.prepare<{ userId: string; before: number }, Numbered>(
    `SELECT seq, ${columns} FROM security_events WHERE user_id = :userId AND seq < :before
     ORDER BY seq DESC LIMIT ${perTurn}`,
  );
  const rowsOfUser = (userId: string) =>
    allOf(
      inSlices<Numbered>(perTurn, (last) =>
        ofUser.all({ userId, before: last?.seq ?? Number.MAX_SAFE_INTEGER }),
      ),
    );
  const rowsNaming = async (person: LoggedPerson): Promise<readonly Numbered[]> => {
    const { mentions } = person;
    const words = mentions.flatMap((word) => (word.includes('@') ? emailMarkers : [word]));
    const bound = { words: JSON.stringify(words) };
    const found: Numbered[] = [];
    let before = Number.MAX_SAFE_INTEGER;
    for (;;) {
      const from = sliceEnd.get({ before }) ?? undefined;
      if (from === undefined) return found;
      const isNamed = isAbout(person);
      const rows = mentioning.all({ ...bound, from, before });
      found.push(...rows.filter((row) => isNamed(toEvent(row))));
      before = from;
      await nextTurn();
    }
  };
  const about = async (person: LoggedPerson): Promise<readonly SecurityEvent[]> => {
    const found = [
      ...(await Promise.all(person.userIds.map(rowsOfUser))).flat(),
      ...(person.mentions.length > 0 ? await rowsNaming(person) : []),
    ];
    const bySeq = new Map(found.map((row) => [row.seq, row]));
    return [...bySeq.values()].toSorted((one, other) => other.seq - one.seq).map(toEvent);
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
  // Counting takes long, so it is done here, before anything is served, and whenever rows were removed by time.
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
    list: async (filters) => listOf(filters).all(filters).map(toEvent),
    about,
    removeAbout: async (person, kept = []) => {
      const events = (await about(person)).filter(
        ({ source, actionType }) => source === 'client' || !kept.includes(actionType),
      );
      for (let at = 0; at < events.length; at += perTurn) {
        const slice = events.slice(at, at + perTurn);
        await write(() => {
          for (const { id, source, actionType } of slice) {
            const isCounted = source === 'server' && !adminActions.includes(actionType);
            if (remove.run(id).changes > 0 && isCounted) publicRows -= 1;
          }
        });
      }
      return events.length;
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
        if (changes > 0) publicRows = countPublic();
        return changes;
      }),
  };
}
