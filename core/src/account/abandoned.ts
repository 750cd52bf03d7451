import { dayMs, type EpochMs, type Milliseconds } from '../kernel/index.ts';
import { isOwnIdentity } from './identity.ts';
import type { UserStore } from './ports.ts';
import { isConfirmed, type User } from './user.ts';

/** How long an account stays that nobody confirmed or, if anonymous, used, in milliseconds. Source: docs/security.md#PR-2. */
export const abandonedAfterMs: Milliseconds = 30 * dayMs;

/** What bounds the accounts that nobody has confirmed. */
export interface UnconfirmedLimits {
  /** How many of them may wait for `abandonedAfterMs`. */
  readonly accounts: number;
  /** The time that each gets at least, in milliseconds. With `NaN` or a negative number each gets `abandonedAfterMs`. */
  readonly leastMs: Milliseconds;
}

/**
 * Returns a time: accounts that nobody confirmed or used since then are removed. It is `abandonedAfterMs` ago. While
 * strangers create very many accounts, it is as recent as their number requires, but never within `leastMs`. Source:
 * docs/security.md#PR-2.
 */
export async function abandonedBefore(
  { users }: { readonly users: Pick<UserStore, 'unconfirmedBeyond'> },
  limits: UnconfirmedLimits,
  now: EpochMs,
): Promise<EpochMs> {
  const surplus = (await users.unconfirmedBeyond(limits.accounts)) ?? 0;
  const leastMs = limits.leastMs >= 0 ? limits.leastMs : abandonedAfterMs;
  return Math.max(now - abandonedAfterMs, Math.min(surplus + 1, now - leastMs));
}

/**
 * Whether to remove an account that has no role and no session used since `before`: it is removed if, since then,
 * nobody has confirmed its address or number or signed in by a provider. Source: docs/security.md#PR-2.
 */
export function isAbandoned(user: User, before: EpochMs): boolean {
  const { createdAt, confirmationSentAt, recoverySentAt, lastSignInAt } = user;
  const lastSeen = Math.max(
    createdAt,
    confirmationSentAt ?? 0,
    recoverySentAt ?? 0,
    lastSignInAt ?? 0,
  );
  if (!(lastSeen < before) || user.bannedUntil !== undefined) return false;
  return !isConfirmed(user) && user.identities.every(isOwnIdentity);
}
