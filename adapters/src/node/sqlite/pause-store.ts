import type { PauseStore, ReplyPause } from '@coachsite/core/contact';
import type { Database } from './database.ts';

/** Days off in the database. */
export function sqlitePauseStore({ sql, write }: Database): PauseStore {
  const list = sql.prepare<[], ReplyPause>(
    `SELECT from_day AS "from", until_day AS "until", starts_at_ms AS startsAt, ends_at_ms AS endsAt
     FROM reply_pauses ORDER BY starts_at_ms, rowid`,
  );
  const clear = sql.prepare('DELETE FROM reply_pauses');
  const insert = sql.prepare<[ReplyPause]>(
    'INSERT INTO reply_pauses (from_day, until_day, starts_at_ms, ends_at_ms) VALUES (:from, :until, :startsAt, :endsAt)',
  );
  return {
    list: async () => list.all(),
    change: (change) =>
      write(() => {
        const changed = change(list.all());
        clear.run();
        for (const pause of changed) insert.run(pause);
      }),
  };
}
