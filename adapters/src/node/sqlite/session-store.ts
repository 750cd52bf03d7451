import { defaultMaxSessionsPerUser } from '@coachsite/core/defaults';
import { type SessionStore, sessionsBeside } from '@coachsite/core/session';
import { type SessionRow, sessionColumns, toSession, toSessionRow } from '../rows/session.ts';
import { writeRow } from '../rows/write-row.ts';
import type { Database } from './database.ts';
import { slicedRemoval } from './sliced-removal.ts';

/** Sessions in the database, at most `maxPerUser` of a user. */
export function sqliteSessionStore(
  database: Database,
  maxPerUser: number = defaultMaxSessionsPerUser,
): SessionStore {
  const { sql, write } = database;
  const byId = sql.prepare<[string], SessionRow>('SELECT * FROM sessions WHERE id = ?');
  const ofUser = sql.prepare<[string], SessionRow>(
    'SELECT * FROM sessions WHERE user_id = ? ORDER BY created_at_ms DESC, rowid DESC',
  );
  const put = sql.prepare<SessionRow>(writeRow('sessions', sessionColumns).put);
  const remove = sql.prepare<[string]>('DELETE FROM sessions WHERE id = ?');
  const removeOfUser = sql.prepare<[string, string]>(
    'DELETE FROM sessions WHERE user_id = ? AND id <> ?',
  );
  const removeSurplus = sql.prepare<{ id: string; user_id: string; others: number }>(
    `DELETE FROM sessions WHERE rowid IN (
       SELECT rowid FROM sessions WHERE user_id = :user_id AND id <> :id
       ORDER BY coalesce(refreshed_at_ms, created_at_ms) DESC, rowid DESC LIMIT -1 OFFSET :others)`,
  );
  const removeAll = sql.prepare('DELETE FROM sessions');
  const stampOf = sql
    .prepare<[string], number>('SELECT security_stamp FROM users WHERE id = ?')
    .pluck();
  const nextStamp = sql.prepare<[string]>(
    'UPDATE users SET security_stamp = security_stamp + 1 WHERE id = ?',
  );
  const nextStamps = sql.prepare(
    `UPDATE users SET security_stamp = security_stamp + 1, new_email = NULL,
       email_change_confirmed_by = NULL, new_phone = NULL`,
  );
  const removeEnded = slicedRemoval<[number]>(database, {
    table: 'sessions',
    where: 'not_after_ms <= ?',
  });
  const removeUnused = slicedRemoval<[number]>(database, {
    table: 'sessions',
    where: 'coalesce(refreshed_at_ms, created_at_ms) < ?',
  });
  return {
    byId: async (id) => {
      const row = byId.get(id);
      return row && toSession(row);
    },
    ofUser: async (userId) => ofUser.all(userId).map(toSession),
    create: (session, securityStamp) =>
      write(() => {
        if (stampOf.get(session.userId) !== securityStamp) return false;
        const row = toSessionRow(session);
        put.run(row);
        const { id, user_id } = row;
        removeSurplus.run({ id, user_id, others: sessionsBeside(maxPerUser) });
        return true;
      }),
    change: (id, rule) =>
      write(() => {
        const row = byId.get(id);
        if (!row) return undefined;
        const current = toSession(row);
        const { session, result } = rule(current);
        if (!session) remove.run(id);
        else if (session !== current) put.run(toSessionRow(session));
        return result;
      }),
    remove: (id) => write(() => remove.run(id).changes > 0),
    removeOfUser: (userId, exceptId = '') =>
      write(() => {
        nextStamp.run(userId);
        return removeOfUser.run(userId, exceptId).changes;
      }),
    removeAll: () =>
      write(() => {
        nextStamps.run();
        return removeAll.run().changes;
      }),
    sweep: async (unusedSince, now) => (await removeEnded(now)) + (await removeUnused(unusedSince)),
  };
}
