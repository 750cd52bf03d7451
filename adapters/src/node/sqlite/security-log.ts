import { setImmediate as nextTurn } from 'node:timers/promises';
import { networkBucket } from '@coachsite/core/rate-limit';
import {
  emailMarkers,
  isAbout,
  type LoggedPerson,
  type SecurityEvent,
  type SecurityLog,
} from '@coachsite/core/security-log';
import type { Statement } from 'better-sqlite3';
import {
  type AddedEventRow,
  type EventRow,
  eventColumns,
  mergeEvents,
  type NumberedEventRow,
  toEvent,
  toEventRow,
  wordsOf,
} from '../rows/security-event.ts';
import { allOf, changeInSlices, inSlices, mapInTurns } from '../rows/slices.ts';
import type { Database } from './database.ts';
import { securityLogBounds } from './security-log-bounds.ts';

/** Events searched in one turn of the event loop, or removed in one commit: clients may have written them to be slow. */
const perTurn = 500;

/** The security log in the database. */
export function sqliteSecurityLog(
  { sql, write }: Database,
  publicLimit?: number,
  accountLimit?: number,
): SecurityLog {
  const bounds = securityLogBounds(sql, publicLimit, accountLimit);
  const insert = sql.prepare<AddedEventRow>(
    `INSERT INTO security_events (id, at_ms, source, action_type, severity, user_id, ip,
       user_agent, details, network_bucket)
     VALUES (:id, :at_ms, :source, :action_type, :severity, :user_id, :ip, :user_agent,
       :details, :network_bucket)`,
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
      `SELECT ${eventColumns} FROM security_events WHERE ${where} ORDER BY seq DESC LIMIT :limit`,
    );
    lists.set(where, made);
    return made;
  };
  // Coarse on purpose: SQL finds the few rows that may contain a word, and the rule of the core decides.
  const holds = (words: string) => `EXISTS (SELECT 1 FROM json_each(${words}) AS word
    WHERE instr(lower(user_agent || ' ' || details), lower(word.value)) > 0)`;
  const sliceEnd = sql
    .prepare<{ before: number }, number | null>(
      `SELECT min(seq) FROM (
         SELECT seq FROM security_events WHERE seq < :before ORDER BY seq DESC LIMIT ${perTurn})`,
    )
    .pluck();
  const mentioning = sql.prepare<{ words: string; from: number; before: number }, NumberedEventRow>(
    `SELECT seq, ${eventColumns} FROM security_events WHERE seq >= :from AND seq < :before AND ${holds(':words')}
     ORDER BY seq DESC`,
  );
  const ofUser = sql.prepare<{ userId: string; before: number }, NumberedEventRow>(
    `SELECT seq, ${eventColumns} FROM security_events WHERE user_id = :userId AND seq < :before
     ORDER BY seq DESC LIMIT ${perTurn}`,
  );
  const rowsOfUser = (userId: string) =>
    allOf(
      inSlices<NumberedEventRow>(perTurn, (last) =>
        ofUser.all({ userId, before: last?.seq ?? Number.MAX_SAFE_INTEGER }),
      ),
    );
  /** The events that may contain a word, newest first, one slice of the table per turn. */
  async function* holding(
    words: readonly string[],
  ): AsyncGenerator<readonly NumberedEventRow[], void> {
    const bound = { words: JSON.stringify(words) };
    let before = Number.MAX_SAFE_INTEGER;
    for (;;) {
      const from = sliceEnd.get({ before }) ?? undefined;
      if (from === undefined) return;
      yield mentioning.all({ ...bound, from, before });
      before = from;
      await nextTurn();
    }
  }
  const rowsNaming = async (person: LoggedPerson): Promise<readonly NumberedEventRow[]> => {
    const words = person.mentions.flatMap((word) => (word.includes('@') ? emailMarkers : [word]));
    const found: NumberedEventRow[] = [];
    for await (const rows of holding(words)) {
      const isNamed = isAbout(person);
      const named = await mapInTurns(rows, wordsOf, (row) => isNamed(toEvent(row)));
      found.push(...rows.filter((_, index) => named[index]));
    }
    return found;
  };
  const about = async (person: LoggedPerson): Promise<readonly SecurityEvent[]> => {
    const found = [
      ...(await Promise.all(person.userIds.map(rowsOfUser))),
      person.mentions.length > 0 ? await rowsNaming(person) : [],
    ];
    const merged = found.reduce(mergeEvents, []);
    return mapInTurns(merged, wordsOf, toEvent);
  };
  const remove = sql.prepare<[string]>('DELETE FROM security_events WHERE id = ?');
  const rewrite = sql.prepare<[string, string, string]>(
    'UPDATE security_events SET user_agent = ?, details = ? WHERE id = ?',
  );
  const sweep = sql.prepare<[number], Pick<SecurityEvent, 'source' | 'actionType'>>(
    `DELETE FROM security_events WHERE seq IN (
       SELECT seq FROM security_events WHERE at_ms < ? LIMIT ${perTurn})
     RETURNING source, action_type AS actionType`,
  );
  return {
    record: (event) =>
      write(() => {
        insert.run({ ...toEventRow(event), network_bucket: networkBucket(event.ip) });
        bounds.added(event);
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
          for (const event of slice) if (remove.run(event.id).changes > 0) bounds.removed(event);
        });
      }
      return events.length;
    },
    rewriteEmails: async (before, toHidden) => {
      let rewritten = 0;
      for await (const rows of holding(emailMarkers)) {
        const old = rows.filter((row) => row.at_ms < before);
        const hidden = await mapInTurns(old, wordsOf, (row) => {
          const { id, userAgent, details } = toEvent(row);
          const words = toHidden({ userAgent, details });
          return words && { id, ...words };
        });
        const changed = hidden.filter((words) => words !== undefined);
        if (changed.length === 0) continue;
        rewritten += await write(() =>
          changed.reduce(
            (count, { id, userAgent, details }) =>
              count + rewrite.run(userAgent, JSON.stringify(details), id).changes,
            0,
          ),
        );
      }
      return rewritten;
    },
    sweep: (before) =>
      changeInSlices(perTurn, () =>
        write(() => {
          const removed = sweep.all(before);
          for (const event of removed) bounds.removed(event);
          return removed.length;
        }),
      ),
  };
}
