import Sqlite from 'better-sqlite3';
import type { Mix } from './load-mix.ts';

/** The newest sessions of a member that the site keeps at least; older ones may have been removed. */
const keptSessions = 50;

/** Compares what was acknowledged with the database of the stopped site. Returns what is missing, in words. */
export function missingWrites(databasePath: string, done: Mix['done']): readonly string[] {
  const sql = new Sqlite(databasePath, { readonly: true, fileMustExist: true });
  try {
    const rows = <T>(query: string) => sql.prepare<[], T>(query).all();
    const messages = rows<{ id: string; message: string }>(
      'SELECT id, message FROM contact_messages',
    );
    const stored = new Map(messages.map(({ id, message }) => [id, message]));
    const sessions = rows<{ id: string; user: string; refreshes: number }>(
      'SELECT id, user_id AS user, refresh_counter AS refreshes FROM sessions',
    );
    const kept = new Map(sessions.map((session) => [session.id, session]));
    const perUser = Map.groupBy(sessions, ({ user }) => user);
    /** Whether the site may have ended a session because its user has the most that it keeps. */
    const mayBeOver = (id: string) =>
      (perUser.get(done.sessions.get(id) ?? '')?.length ?? 0) >= keptSessions;
    const isLost = (id: string, refreshes = 0) =>
      kept.has(id) ? (kept.get(id)?.refreshes ?? 0) < refreshes : !mayBeOver(id);
    const downloads = rows<{ sum: number | null }>(
      'SELECT sum(downloads) AS sum FROM ebook_download_day',
    )[0]?.sum;
    const lost = {
      'contact messages': [...done.messages].filter(([id, text]) => stored.get(id) !== text).length,
      sessions: [...done.sessions.keys()].filter((id) => isLost(id)).length,
      'sessions with their refreshes': [...done.refreshes].filter(([id, n]) => isLost(id, n))
        .length,
      'downloads in the statistics': Math.max(0, done.downloads - (downloads ?? 0)),
    };
    return Object.entries(lost).flatMap(([what, n]) => (n > 0 ? [`${n} ${what}`] : []));
  } finally {
    sql.close();
  }
}
