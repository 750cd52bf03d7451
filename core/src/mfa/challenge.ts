import type { EpochMs } from '../kernel/index.ts';

/** One question for a code: of one factor, in one session, for a short time. Source: docs/security.md#MF-4. */
export interface FactorChallenge {
  readonly id: string;
  readonly factorId: string;
  readonly sessionId: string;
  /** Hash of the code that was sent; `undefined` where an app makes it. */
  readonly codeHash: string | undefined;
  /** Wrong codes so far. */
  readonly misses: number;
  readonly createdAt: EpochMs;
  readonly expiresAt: EpochMs;
  readonly usedAt: EpochMs | undefined;
}

/** After this many wrong codes a challenge is over. Source: docs/wire.md#6. */
export const maxChallengeMisses = 5;

/** Wrong codes of one user, over all challenges, sessions and addresses. Source: docs/security.md#MF-3. */
export const wrongCodeLimit = { maxAttempts: 15, windowMs: 300_000 } as const;

/** Open challenges of one user; the oldest give way to new ones. */
export const maxChallenges = 20;

/** Whether a challenge may still be answered at `now`. */
export function isOpen(challenge: FactorChallenge, now: EpochMs): boolean {
  return now < challenge.expiresAt && challenge.misses < maxChallengeMisses;
}
