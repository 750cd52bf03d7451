import type { EpochMs, SessionId, UserId } from '../kernel/index.ts';
import { accountKey } from '../rate-limit/index.ts';

/** A challenge of one factor in one session, valid for a short time. Source: docs/security.md#MF-4. */
export interface FactorChallenge {
  readonly id: string;
  /** The factor whose code is asked for. */
  readonly factorId: string;
  /** The session that asked; no other one can verify it. */
  readonly sessionId: SessionId;
  /** Hash of the code that was sent; `undefined` for an authenticator app. */
  readonly codeHash: string | undefined;
  /** Wrong codes so far. */
  readonly misses: number;
  readonly createdAt: EpochMs;
  /** From then on no code is accepted. */
  readonly expiresAt: EpochMs;
  /** When it was verified; `undefined` while it can be. */
  readonly usedAt: EpochMs | undefined;
}

/** After this many wrong codes a challenge is invalid. Source: docs/wire.md#6. */
export const maxChallengeMisses = 5;

/** Limit on the wrong codes of one user, over all challenges, sessions and IPs. Source: docs/security.md#MF-3. */
export const wrongCodeLimit = { maxAttempts: 15, windowMs: 300_000 } as const;

/** The key under which the wrong codes of a user are counted. */
export const wrongCodesKey = (userId: UserId): string => accountKey('second_factor', userId);

/** Maximum number of open challenges of one user; a new one replaces the oldest. */
export const maxChallenges = 20;

/** Whether a challenge can still be verified at `now`. */
export function isOpen(challenge: FactorChallenge, now: EpochMs): boolean {
  return now < challenge.expiresAt && challenge.misses < maxChallengeMisses;
}
