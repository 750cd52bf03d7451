import type { PauseStore, ReplyPause } from '@coachsite/core/contact';
import type { Database } from '../sql/database.ts';
import { place, sql } from '../sql/dialect.ts';
import { type None, prepared } from '../sql/statement.ts';

const list = prepared<None, ReplyPause>(
  sql`SELECT from_day AS "from", until_day AS "until", starts_at_ms AS "startsAt", ends_at_ms AS "endsAt"
   FROM reply_pauses ORDER BY starts_at_ms, ${place}`,
);
const clear = prepared<None>('DELETE FROM reply_pauses');
const insert = prepared<ReplyPause>(
  `INSERT INTO reply_pauses (from_day, until_day, starts_at_ms, ends_at_ms)
   VALUES (:from, :until, :startsAt, :endsAt)`,
);

/** Days off in the database. */
export function sqlPauseStore(database: Database): PauseStore {
  return {
    list: () => list.all(database, {}),
    change: (change) =>
      database.write(async (on) => {
        await on.lock('reply_pauses');
        const changed = change(await list.all(on, {}));
        await clear.run(on, {});
        for (const pause of changed) await insert.run(on, pause);
      }),
  };
}
