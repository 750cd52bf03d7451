import { setImmediate as nextTurn } from 'node:timers/promises';
import { networkBucket } from '@coachsite/core/rate-limit';
import {
  adminActions,
  emailMarkers,
  isAbout,
  type LoggedPerson,
  type SecurityEvent,
  type SecurityLog,
} from '@coachsite/core/security-log';
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
import { allOf, inSlices, mapInTurns } from '../rows/slices.ts';
import type { Database } from '../sql/database.ts';
import { each, lower, oneOf, position, sql } from '../sql/dialect.ts';
import { prepared, type Statement } from '../sql/statement.ts';
import { eachHundredth, trimLog, trimOfAccount } from './security-log-bounds.ts';
import { slicedRemoval } from './sliced-removal.ts';

interface Listed {
  readonly actionType?: string | undefined;
  readonly source?: string | undefined;
  readonly userId?: string | undefined;
  readonly before?: string | undefined;
  readonly limit: number;
}

/** Events searched by one statement, or removed in one commit: clients may have written them to be slow. */
const perTurn = 500;

const insert = prepared<AddedEventRow & { is_public: number }, { seq: number }>(
  sql`INSERT INTO security_events (${eventColumns}, network_bucket, is_public)
   VALUES (:id, :at_ms, :source, :action_type, :severity, :user_id, :ip, :user_agent, :details, :network_bucket, :is_public)
   RETURNING seq`,
);
const filters = [
  ['actionType', 'action_type = :actionType'],
  ['source', 'source = :source'],
  ['userId', 'user_id = :userId'],
  ['before', 'seq < (SELECT seq FROM security_events WHERE id = :before)'],
] as const;
const lists = new Map<string, Statement<Listed, EventRow>>();
/** A statement with the filters in use only, so that an index finds the rows. */
function listOf(listed: Listed): Statement<Listed, EventRow> {
  const used = filters.flatMap(([name, is]) => (listed[name] === undefined ? [] : [is]));
  const condition = ['TRUE', ...used].join(' AND ');
  const known = lists.get(condition);
  if (known) return known;
  const made = prepared<Listed, EventRow>(
    sql`SELECT ${eventColumns} FROM security_events WHERE ${condition} ORDER BY seq DESC LIMIT :limit`,
  );
  lists.set(condition, made);
  return made;
}
const sliceEnd = prepared<{ before: number }, { seq: number | null }>(
  sql`SELECT min(seq) AS seq FROM (
     SELECT seq FROM security_events WHERE seq < :before ORDER BY seq DESC LIMIT ${perTurn}) AS slice`,
);
// Coarse on purpose: SQL finds the few rows that may contain a word, and the rule of the core decides.
const mentioning = prepared<
  { words: readonly string[]; from: number; before: number },
  NumberedEventRow
>(
  sql`SELECT seq, ${eventColumns} FROM security_events WHERE seq >= :from AND seq < :before
     AND EXISTS (SELECT 1 FROM ${each('words')}
       WHERE ${position(lower("(user_agent || ' ' || details)"), lower('value'))} > 0)
   ORDER BY seq DESC`,
);
const ofUser = prepared<{ userId: string; before: number }, NumberedEventRow>(
  sql`SELECT seq, ${eventColumns} FROM security_events WHERE user_id = :userId AND seq < :before
   ORDER BY seq DESC LIMIT ${perTurn}`,
);
const remove = prepared<{ ids: readonly string[] }>(
  sql`DELETE FROM security_events WHERE id ${oneOf('ids')}`,
);
const rewrite = prepared<{ id: string; userAgent: string; details: string }>(
  'UPDATE security_events SET user_agent = :userAgent, details = :details WHERE id = :id',
);
const sweep = slicedRemoval<{ before: number }>(['security_events', 'seq'], 'at_ms < :before');

const isPublic = ({ source, actionType }: SecurityEvent) =>
  source === 'server' && !adminActions.includes(actionType);

/** The security log in the database. */
export function sqlSecurityLog(
  database: Database,
  publicLimit?: number,
  accountLimit?: number,
): SecurityLog {
  const { write } = database;
  const isDue = eachHundredth();
  const rowsOfUser = (userId: string) =>
    allOf(
      inSlices<NumberedEventRow>(perTurn, (last) =>
        ofUser.all(database, { userId, before: last?.seq ?? Number.MAX_SAFE_INTEGER }),
      ),
    );
  /** The events that may contain a word, newest first, one slice of the table per turn. */
  async function* holding(
    words: readonly string[],
  ): AsyncGenerator<readonly NumberedEventRow[], void> {
    let before = Number.MAX_SAFE_INTEGER;
    for (;;) {
      const from = (await sliceEnd.get(database, { before }))?.seq ?? undefined;
      if (from === undefined) return;
      yield await mentioning.all(database, { words, from, before });
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
  return {
    record: async (event) => {
      const row = {
        ...toEventRow(event),
        network_bucket: networkBucket(event.ip),
        is_public: isPublic(event) ? 1 : 0,
      };
      const isSoonDurable = event.severity === 'low';
      const added = await write((on) => insert.get(on, row), { isSoonDurable });
      if (added) await trimLog(database, added.seq, publicLimit);
      if (row.user_id !== null && isDue(row.user_id))
        await trimOfAccount(database, row.user_id, accountLimit);
    },
    list: async (listed) => (await listOf(listed).all(database, listed)).map(toEvent),
    about,
    removeAbout: async (person, kept = []) => {
      const ids = (await about(person))
        .filter(({ source, actionType }) => source === 'client' || !kept.includes(actionType))
        .map(({ id }) => id);
      for (let at = 0; at < ids.length; at += perTurn)
        await remove.run(database, { ids: ids.slice(at, at + perTurn) });
      return ids.length;
    },
    rewriteEmails: async (before, toHidden) => {
      let rewritten = 0;
      for await (const rows of holding(emailMarkers)) {
        const old = rows.filter((row) => row.at_ms < before);
        const hidden = await mapInTurns(old, wordsOf, (row) => {
          const { id, userAgent, details } = toEvent(row);
          const words = toHidden({ userAgent, details });
          return words && { id, ...words, details: JSON.stringify(words.details) };
        });
        const changed = hidden.filter((words) => words !== undefined);
        if (changed.length === 0) continue;
        rewritten += await write(async (on) => {
          let count = 0;
          for (const words of changed) count += await rewrite.run(on, words);
          return count;
        });
      }
      return rewritten;
    },
    sweep: (before) => sweep(database, { before }),
  };
}
