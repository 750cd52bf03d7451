import { defaultMaxSessionsPerUser } from '@coachsite/core/defaults';
import { type SessionStore, sessionsBeside } from '@coachsite/core/session';
import { type SessionRow, sessionColumns, toSession, toSessionRow } from '../rows/session.ts';
import { writeRow } from '../rows/write-row.ts';
import type { Database } from '../sql/database.ts';
import { noLimit, place, rowLock, sql } from '../sql/dialect.ts';
import { type None, prepared } from '../sql/statement.ts';
import { slicedRemoval } from './sliced-removal.ts';

const byId = prepared<{ id: string }, SessionRow>('SELECT * FROM sessions WHERE id = :id');
// A refresh waits for another of the same session, and sees what that one stored.
const forChange = prepared<{ id: string }, SessionRow>(
  sql`SELECT * FROM sessions WHERE id = :id ${rowLock()}`,
);
const ofUser = prepared<{ userId: string }, SessionRow>(
  sql`SELECT * FROM sessions WHERE user_id = :userId ORDER BY created_at_ms DESC, ${place} DESC`,
);
// Holds the user until the session is stored: what ends all sessions waits, and so does another sign-in, which would not
// count this one.
const holdUser = prepared<{ user_id: string; securityStamp: number }>(
  sql`SELECT 1 FROM users WHERE id = :user_id AND security_stamp = :securityStamp ${rowLock('FOR NO KEY UPDATE')}`,
);
const nextStamp = prepared<{ userId: string }>(
  'UPDATE users SET security_stamp = security_stamp + 1 WHERE id = :userId',
);
const nextStamps = prepared<None>(
  `UPDATE users SET security_stamp = security_stamp + 1, new_email = NULL,
     email_change_confirmed_by = NULL, new_phone = NULL`,
);
const put = prepared<SessionRow>(writeRow('sessions', sessionColumns).put);
const remove = prepared<{ id: string }>('DELETE FROM sessions WHERE id = :id');
const removeOfUser = prepared<{ userId: string; exceptId: string }>(
  'DELETE FROM sessions WHERE user_id = :userId AND id <> :exceptId',
);
const removeSurplus = prepared<{ id: string; user_id: string; others: number }>(
  sql`DELETE FROM sessions WHERE id IN (
     SELECT id FROM sessions WHERE user_id = :user_id AND id <> :id
     ORDER BY coalesce(refreshed_at_ms, created_at_ms) DESC, ${place} DESC LIMIT ${noLimit} OFFSET :others)`,
);
const removeAll = prepared<None>('DELETE FROM sessions');
const removeEnded = slicedRemoval<{ now: number }>(['sessions', 'id'], 'not_after_ms <= :now');
const removeUnused = slicedRemoval<{ since: number }>(
  ['sessions', 'id'],
  'coalesce(refreshed_at_ms, created_at_ms) < :since',
);

/** Sessions in the database, at most `maxPerUser` of a user. */
export function sqlSessionStore(
  database: Database,
  maxPerUser: number = defaultMaxSessionsPerUser,
): SessionStore {
  const { write } = database;
  return {
    byId: async (id) => {
      const row = await byId.get(database, { id });
      return row && toSession(row);
    },
    ofUser: async (userId) => (await ofUser.all(database, { userId })).map(toSession),
    create: (session, securityStamp) =>
      write(async (on) => {
        const row = toSessionRow(session);
        const { id, user_id } = row;
        if ((await holdUser.run(on, { user_id, securityStamp })) === 0) return false;
        await put.run(on, row);
        await removeSurplus.run(on, { id, user_id, others: sessionsBeside(maxPerUser) });
        return true;
      }),
    change: (id, rule) =>
      write(async (on) => {
        const row = await forChange.get(on, { id });
        if (!row) return undefined;
        const current = toSession(row);
        const { session, result } = rule(current);
        if (!session) await remove.run(on, { id });
        else if (session !== current) await put.run(on, toSessionRow(session));
        return result;
      }),
    remove: async (id) => (await remove.run(database, { id })) > 0,
    removeOfUser: (userId, exceptId = '') =>
      write(async (on) => {
        await nextStamp.run(on, { userId });
        return removeOfUser.run(on, { userId, exceptId });
      }),
    removeAll: () =>
      write(async (on) => {
        await nextStamps.run(on, {});
        return removeAll.run(on, {});
      }),
    sweep: async (unusedSince, now) =>
      (await removeEnded(database, { now })) +
      (await removeUnused(database, { since: unusedSince })),
  };
}
