import type { Factor, FactorChallenge, KeptFactor } from '@coachsite/core/mfa';

/** A row of `factors`. */
export interface FactorRow {
  readonly id: string;
  readonly user_id: string;
  readonly type: 'totp' | 'phone';
  readonly status: 'unverified' | 'verified';
  readonly friendly_name: string | null;
  readonly phone: string | null;
  readonly created_at_ms: number;
  readonly updated_at_ms: number;
  readonly last_challenged_at_ms: number | null;
  readonly sealed_secret: string | null;
  readonly last_step: number | null;
}

/** A row of `factor_challenges`. */
export interface ChallengeRow {
  readonly id: string;
  readonly user_id: string;
  readonly factor_id: string;
  readonly session_id: string;
  readonly code_hash: string | null;
  readonly misses: number;
  readonly created_at_ms: number;
  readonly expires_at_ms: number;
  readonly used_at_ms: number | null;
}

/** The columns of `factors`. */
export const factorColumns: readonly (keyof FactorRow)[] = [
  'id',
  'user_id',
  'type',
  'status',
  'friendly_name',
  'phone',
  'created_at_ms',
  'updated_at_ms',
  'last_challenged_at_ms',
  'sealed_secret',
  'last_step',
];

/** The columns of `factor_challenges`. */
export const challengeColumns: readonly (keyof ChallengeRow)[] = [
  'id',
  'user_id',
  'factor_id',
  'session_id',
  'code_hash',
  'misses',
  'created_at_ms',
  'expires_at_ms',
  'used_at_ms',
];

export function toFactor(row: FactorRow): Factor {
  return {
    id: row.id,
    userId: row.user_id,
    type: row.type,
    status: row.status,
    friendlyName: row.friendly_name ?? undefined,
    phone: row.phone ?? undefined,
    createdAt: row.created_at_ms,
    updatedAt: row.updated_at_ms,
    lastChallengedAt: row.last_challenged_at_ms ?? undefined,
  };
}

export const toKeptFactor = (row: FactorRow): KeptFactor => ({
  ...toFactor(row),
  sealedSecret: row.sealed_secret ?? undefined,
  lastStep: row.last_step ?? undefined,
});

export const toFactorRow = (factor: KeptFactor): FactorRow => ({
  id: factor.id,
  user_id: factor.userId,
  type: factor.type,
  status: factor.status,
  friendly_name: factor.friendlyName ?? null,
  phone: factor.phone ?? null,
  created_at_ms: factor.createdAt,
  updated_at_ms: factor.updatedAt,
  last_challenged_at_ms: factor.lastChallengedAt ?? null,
  sealed_secret: factor.sealedSecret ?? null,
  last_step: factor.lastStep ?? null,
});

export const toChallenge = (row: ChallengeRow): FactorChallenge => ({
  id: row.id,
  factorId: row.factor_id,
  sessionId: row.session_id,
  codeHash: row.code_hash ?? undefined,
  misses: row.misses,
  createdAt: row.created_at_ms,
  expiresAt: row.expires_at_ms,
  usedAt: row.used_at_ms ?? undefined,
});

export const toChallengeRow = (userId: string, challenge: FactorChallenge): ChallengeRow => ({
  id: challenge.id,
  user_id: userId,
  factor_id: challenge.factorId,
  session_id: challenge.sessionId,
  code_hash: challenge.codeHash ?? null,
  misses: challenge.misses,
  created_at_ms: challenge.createdAt,
  expires_at_ms: challenge.expiresAt,
  used_at_ms: challenge.usedAt ?? null,
});

/** The rows of `after` that are not the same objects in `before`, and the ids that were removed. */
export function differences<T extends { readonly id: string }>(
  before: readonly T[],
  after: readonly T[],
): { readonly put: readonly T[]; readonly gone: readonly string[] } {
  const ids = new Set(after.map(({ id }) => id));
  return {
    put: after.filter((item) => !before.includes(item)),
    gone: before.map(({ id }) => id).filter((id) => !ids.has(id)),
  };
}
