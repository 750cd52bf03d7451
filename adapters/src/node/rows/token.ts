import type { CodeChallenge, OneTimeToken, TokenSlot } from '@coachsite/core/one-time-token';

/** A row of `one_time_tokens`. */
export interface TokenRow {
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

export function toToken(row: TokenRow): OneTimeToken {
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

export function toTokenRow(token: OneTimeToken): TokenRow {
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
