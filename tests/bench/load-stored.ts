import Sqlite from 'better-sqlite3';
import type { Acknowledged } from './load-mix.ts';

/** The newest sessions of a member that the site keeps at least; older ones may have been removed. */
const keptSessions = 50;

/** Compares what was acknowledged with the database of the stopped site. Returns what is missing, in words. */
export function missingWrites(databasePath: string, done: Acknowledged): readonly string[] {
  const sql = new Sqlite(databasePath, { readonly: true, fileMustExist: true });
  try {
    const stored = new Map(
      sql
        .prepare<[], { id: string; message: string }>('SELECT id, message FROM contact_messages')
        .all()
        .map(({ id, message }) => [id, message]),
    );
    const lostMessages = [...done.messages].filter(([id, text]) => stored.get(id) !== text).length;
    const sessions = new Map(
      sql
        .prepare<[], { id: string; user: string; refreshes: number }>(
          'SELECT id, user_id AS user, refresh_counter AS refreshes FROM sessions',
        )
        .all()
        .map(({ id, ...row }) => [id, row]),
    );
    const perUser = new Map<string, number>();
    for (const { user } of sessions.values()) perUser.set(user, (perUser.get(user) ?? 0) + 1);
    /** Whether the site may have ended a session because its user has the most that it keeps. */
    const mayBeOver = (id: string) =>
      (perUser.get(done.sessions.get(id) ?? '') ?? 0) >= keptSessions;
    const lostSessions = [...done.sessions.keys()].filter(
      (id) => !sessions.has(id) && !mayBeOver(id),
    ).length;
    const lostRefreshes = [...done.refreshes].filter(([id, count]) => {
      const session = sessions.get(id);
      return session ? session.refreshes < count : !mayBeOver(id);
    }).length;
    const counted =
      sql.prepare<[], number>('SELECT sum(downloads) FROM ebook_download_day').pluck().get() ?? 0;
    return [
      lostMessages > 0 ? `${lostMessages} contact messages` : '',
      lostSessions > 0 ? `${lostSessions} sessions` : '',
      lostRefreshes > 0 ? `refreshes of ${lostRefreshes} sessions` : '',
      counted < done.downloads ? `${done.downloads - counted} downloads in the statistics` : '',
    ].filter(Boolean);
  } finally {
    sql.close();
  }
}
