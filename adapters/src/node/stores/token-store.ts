import { type TakenToken, type TokenStore, tryCode } from '@coachsite/core/one-time-token';
import { type TokenRow, toToken, toTokenRow } from '../rows/token.ts';
import type { Database } from '../sql/database.ts';
import { larger, oneOf, place, rowLock, sql } from '../sql/dialect.ts';
import { prepared } from '../sql/statement.ts';
import { holdUser } from './held-user.ts';
import { slicedRemoval } from './sliced-removal.ts';

const removeSame = prepared<TokenRow>(
  `DELETE FROM one_time_tokens WHERE id = :id OR link_hash = :link_hash
     OR (user_id = :user_id AND slot = :slot)`,
);
const issue = prepared<TokenRow>(
  `INSERT INTO one_time_tokens (id, user_id, slot, type, recipient, link_hash, code_hash, misses,
     vouches_for_password, challenge, new_email, created_at_ms, link_expires_at_ms, code_expires_at_ms)
   VALUES (:id, :user_id, :slot, :type, :recipient, :link_hash, :code_hash, :misses,
     :vouches_for_password, :challenge, :new_email, :created_at_ms, :link_expires_at_ms, :code_expires_at_ms)`,
);
interface TakenRow extends TokenRow {
  readonly security_stamp: number;
}

const stamp = '(SELECT security_stamp FROM users WHERE id = user_id) AS security_stamp';
const takeByLink = prepared<{ linkHash: string; slots: readonly string[]; now: number }, TakenRow>(
  sql`DELETE FROM one_time_tokens WHERE link_hash = :linkHash AND slot ${oneOf('slots')}
     AND link_expires_at_ms > :now RETURNING *, ${stamp}`,
);
// A guess waits for another about the same recipient, and sees what that one counted.
const byRecipient = prepared<{ recipient: string }, TokenRow>(
  sql`SELECT * FROM one_time_tokens WHERE recipient = :recipient ORDER BY ${place} ${rowLock()}`,
);
const miss = prepared<{ misses: number; id: string }>(
  'UPDATE one_time_tokens SET misses = :misses WHERE id = :id',
);
const take = prepared<{ id: string }, TakenRow>(
  sql`DELETE FROM one_time_tokens WHERE id = :id RETURNING *, ${stamp}`,
);
const clear = prepared<{ userId: string }>('DELETE FROM one_time_tokens WHERE user_id = :userId');
const sweep = slicedRemoval<{ now: number }>(
  ['one_time_tokens', 'id'],
  sql`${larger('link_expires_at_ms', 'code_expires_at_ms')} <= :now`,
);

const toTaken = (row: TakenRow | undefined): TakenToken | undefined =>
  row && { ...toToken(row), securityStamp: row.security_stamp };

/** Mailed links and codes in the database, as hashes. */
export function sqlTokenStore(database: Database): TokenStore {
  const { write } = database;
  return {
    issue: (token) =>
      write(async (on) => {
        const row = toTokenRow(token);
        await on.lock(`tokens ${row.user_id}`);
        if (!(await holdUser(on, row.user_id))) return;
        await removeSame.run(on, row);
        await issue.run(on, row);
      }),
    takeByLink: async (linkHash, slots, now) =>
      toTaken(await takeByLink.get(database, { linkHash, slots, now })),
    takeByCode: (recipient, slots, matches, now) =>
      write(async (on) => {
        const sent = (await byRecipient.all(on, { recipient })).map(toToken);
        const ordered = slots.flatMap((slot) => sent.filter((token) => token.slot === slot));
        const { taken, missed } = tryCode(ordered, matches, now);
        for (const { misses, id } of missed) await miss.run(on, { misses, id });
        return taken && toTaken(await take.get(on, taken));
      }),
    clear: async (userId) => void (await clear.run(database, { userId })),
    sweep: (now) => sweep(database, { now }),
  };
}
