import type { DeviceStore } from '@coachsite/core/sign-in';
import type { Database } from '../sql/database.ts';
import { noLimit, rowLock, sql } from '../sql/dialect.ts';
import { prepared } from '../sql/statement.ts';
import { slicedRemoval } from './sliced-removal.ts';

interface Row {
  readonly first_seen_at_ms: number;
  readonly last_seen_at_ms: number;
}

// Two sign-ins at once wait for each other: one of them is the first.
const hold = prepared<{ userId: string }>(
  sql`SELECT 1 FROM users WHERE id = :userId ${rowLock('FOR NO KEY UPDATE')}`,
);
const read = prepared<{ hash: string }, Row>('SELECT * FROM known_devices WHERE hash = :hash');
const put = prepared<{ hash: string; userId: string; firstSeenAt: number; now: number }>(
  `INSERT INTO known_devices (hash, user_id, first_seen_at_ms, last_seen_at_ms)
   VALUES (:hash, :userId, :firstSeenAt, :now)
   ON CONFLICT (hash) DO UPDATE SET first_seen_at_ms = :firstSeenAt, last_seen_at_ms = :now`,
);
const removeSurplus = prepared<{ userId: string; hash: string; others: number }>(
  sql`DELETE FROM known_devices WHERE hash IN (
     SELECT hash FROM known_devices WHERE user_id = :userId AND hash <> :hash
     ORDER BY last_seen_at_ms DESC LIMIT ${noLimit} OFFSET :others)`,
);
const ofUser = prepared<{ userId: string }, Row>(
  'SELECT * FROM known_devices WHERE user_id = :userId ORDER BY last_seen_at_ms DESC',
);
const removeOfUser = prepared<{ userId: string }>(
  'DELETE FROM known_devices WHERE user_id = :userId',
);
const sweep = slicedRemoval<{ unusedSince: number }>(
  ['known_devices', 'hash'],
  'last_seen_at_ms < :unusedSince',
);

/** The devices of accounts in the database. */
export function sqlDeviceStore(database: Database): DeviceStore {
  return {
    see: ({ userId, hash }, now, { unusedSince, most }) =>
      database.write(async (on) => {
        if ((await hold.run(on, { userId })) === 0) return true;
        const before = await read.get(on, { hash });
        const isKnown = before !== undefined && before.last_seen_at_ms >= unusedSince;
        const firstSeenAt = isKnown ? before.first_seen_at_ms : now;
        await put.run(on, { hash, userId, firstSeenAt, now });
        await removeSurplus.run(on, { userId, hash, others: most - 1 });
        return isKnown;
      }),
    ofUser: async (userId) =>
      (await ofUser.all(database, { userId })).map((row) => ({
        firstSeenAt: row.first_seen_at_ms,
        lastSeenAt: row.last_seen_at_ms,
      })),
    removeOfUser: async (userId) => {
      await database.write((on) => removeOfUser.run(on, { userId }));
    },
    sweep: (unusedSince) => sweep(database, { unusedSince }),
  };
}
