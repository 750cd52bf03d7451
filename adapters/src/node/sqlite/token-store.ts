import {
  type CodeChallenge,
  type OneTimeToken,
  type TokenSlot,
  type TokenStore,
  tryCode,
} from '@coachsite/core/one-time-token';
import type { Database } from './database.ts';
import { slicedRemoval } from './slices.ts';

interface TokenRow {
  readonly id: string;
  readonly user_id: string;
  readonly slot: TokenSlot;
  readonly type: OneTimeToken['type'];
  readonly recipient: string;
  readonly link_hash: string | null;
  readonly code_hash: string;
  readonly misses: number;
  readonly vouches_for_password: number;
  readonly challenge: string | null;
  readonly new_email: string | null;
  readonly created_at_ms: number;
  readonly link_expires_at_ms: number;
  readonly code_expires_at_ms: number;
}

function toToken(row: TokenRow): OneTimeToken {
  return {
    id: row.id,
    userId: row.user_id,
    slot: row.slot,
    type: row.type,
    recipient: row.recipient,
    linkHash: row.link_hash ?? undefined,
    codeHash: row.code_hash,
    misses: row.misses,
    confirmsPassword: row.vouches_for_password === 1,
    challenge: row.challenge === null ? undefined : (JSON.parse(row.challenge) as CodeChallenge),
    ...(row.new_email === null ? {} : { newEmail: row.new_email }),
    createdAt: row.created_at_ms,
    linkExpiresAt: row.link_expires_at_ms,
    codeExpiresAt: row.code_expires_at_ms,
  };
}

function toRow(token: OneTimeToken): TokenRow {
  return {
    id: token.id,
    user_id: token.userId,
    slot: token.slot,
    type: token.type,
    recipient: token.recipient,
    link_hash: token.linkHash ?? null,
    code_hash: token.codeHash,
    misses: token.misses,
    vouches_for_password: token.confirmsPassword ? 1 : 0,
    challenge: token.challenge ? JSON.stringify(token.challenge) : null,
    new_email: token.newEmail ?? null,
    created_at_ms: token.createdAt,
    link_expires_at_ms: token.linkExpiresAt,
    code_expires_at_ms: token.codeExpiresAt,
  };
}

/** Mailed links and codes in the database, as hashes. */
export function sqliteTokenStore(database: Database): TokenStore {
  const { sql, write } = database;
  const issue = sql.prepare<TokenRow>(
    `INSERT OR REPLACE INTO one_time_tokens VALUES (:id, :user_id, :slot, :type, :recipient,
       :link_hash, :code_hash, :misses, :vouches_for_password, :challenge, :created_at_ms,
       :link_expires_at_ms, :code_expires_at_ms, :new_email)`,
  );
  const byLink = sql.prepare<[string], TokenRow>(
    'SELECT * FROM one_time_tokens WHERE link_hash = ?',
  );
  const byRecipient = sql.prepare<[string], TokenRow>(
    'SELECT * FROM one_time_tokens WHERE recipient = ? ORDER BY rowid',
  );
  const miss = sql.prepare<[number, string]>('UPDATE one_time_tokens SET misses = ? WHERE id = ?');
  const remove = sql.prepare<[string]>('DELETE FROM one_time_tokens WHERE id = ?');
  const clear = sql.prepare<[string]>('DELETE FROM one_time_tokens WHERE user_id = ?');
  const sweep = slicedRemoval<[number]>(database, {
    table: 'one_time_tokens',
    where: 'max(link_expires_at_ms, code_expires_at_ms) <= ?',
  });
  return {
    issue: (token) =>
      write(() => {
        issue.run(toRow(token));
      }),
    takeByLink: (linkHash, slots, now) =>
      write(() => {
        const row = byLink.get(linkHash);
        if (!row || !slots.includes(row.slot) || now >= row.link_expires_at_ms) return undefined;
        remove.run(row.id);
        return toToken(row);
      }),
    takeByCode: (recipient, slots, matches, now) =>
      write(() => {
        const sent = byRecipient.all(recipient).map(toToken);
        const ordered = slots.flatMap((slot) => sent.filter((token) => token.slot === slot));
        const { taken, missed } = tryCode(ordered, matches, now);
        for (const token of missed) miss.run(token.misses, token.id);
        if (taken) remove.run(taken.id);
        return taken;
      }),
    clear: (userId) =>
      write(() => {
        clear.run(userId);
      }),
    sweep,
  };
}
