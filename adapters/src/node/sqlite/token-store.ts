import {
  type OneTimeToken,
  type TakenToken,
  type TokenStore,
  tryCode,
} from '@coachsite/core/one-time-token';
import { type TokenRow, toToken, toTokenRow } from '../rows/token.ts';
import type { Database } from './database.ts';
import { slicedRemoval } from './sliced-removal.ts';

/** Mailed links and codes in the database, as hashes. */
export function sqliteTokenStore(database: Database): TokenStore {
  const { sql, write } = database;
  const issue = sql.prepare<TokenRow>(
    `INSERT OR REPLACE INTO one_time_tokens SELECT :id, :user_id, :slot, :type, :recipient,
       :link_hash, :code_hash, :misses, :vouches_for_password, :challenge, :created_at_ms,
       :link_expires_at_ms, :code_expires_at_ms, :new_email
     WHERE EXISTS (SELECT 1 FROM users WHERE id = :user_id)`,
  );
  const byLink = sql.prepare<[string], TokenRow>(
    'SELECT * FROM one_time_tokens WHERE link_hash = ?',
  );
  const byRecipient = sql.prepare<[string], TokenRow>(
    'SELECT * FROM one_time_tokens WHERE recipient = ? ORDER BY rowid',
  );
  const miss = sql.prepare<[number, string]>('UPDATE one_time_tokens SET misses = ? WHERE id = ?');
  const remove = sql.prepare<[string]>('DELETE FROM one_time_tokens WHERE id = ?');
  const stampOf = sql
    .prepare<[string], number>('SELECT security_stamp FROM users WHERE id = ?')
    .pluck();
  const clear = sql.prepare<[string]>('DELETE FROM one_time_tokens WHERE user_id = ?');
  const sweep = slicedRemoval<[number]>(database, {
    table: 'one_time_tokens',
    where: 'max(link_expires_at_ms, code_expires_at_ms) <= ?',
  });
  const take = (token: OneTimeToken): TakenToken => {
    remove.run(token.id);
    // A token goes with its user, so there is one.
    return { ...token, securityStamp: stampOf.get(token.userId) ?? -1 };
  };
  return {
    issue: (token) =>
      write(() => {
        issue.run(toTokenRow(token));
      }),
    takeByLink: (linkHash, slots, now) =>
      write(() => {
        const row = byLink.get(linkHash);
        if (!row || !slots.includes(row.slot) || now >= row.link_expires_at_ms) return undefined;
        return take(toToken(row));
      }),
    takeByCode: (recipient, slots, matches, now) =>
      write(() => {
        const sent = byRecipient.all(recipient).map(toToken);
        const ordered = slots.flatMap((slot) => sent.filter((token) => token.slot === slot));
        const { taken, missed } = tryCode(ordered, matches, now);
        for (const token of missed) miss.run(token.misses, token.id);
        return taken && take(taken);
      }),
    clear: (userId) =>
      write(() => {
        clear.run(userId);
      }),
    sweep,
  };
}
