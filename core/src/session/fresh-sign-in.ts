import { type EpochMs, elapsed, type Milliseconds, minuteMs } from '../kernel/index.ts';
import type { AmrEntry, Session } from './session.ts';

/** How long after its last proof a session may change what guards the account, with no further proof. */
export const freshSignInMs: Milliseconds = 10 * minuteMs;

/**
 * Whether an entry proves who the user is. Somebody with a stolen session can add a factor of their own to it, or make
 * recovery codes once it has used one, so that neither proves more than the session itself.
 */
const isProof = ({ method, isOfSession }: AmrEntry): boolean =>
  !isOfSession && method !== 'mfa/recovery_code';

/** When the user of a session last proved something in it: signed in, or typed a code of a factor that they had by then. */
const provedAt = ({ createdAt, amr }: Pick<Session, 'amr' | 'createdAt'>): EpochMs =>
  Math.max(createdAt, ...amr.filter(isProof).map(({ at }) => at));

/**
 * Whether a session may change what guards the account, such as its password, a passkey or a way to sign in, with no
 * further proof: its user signed in less than `maxAgeMs` ago, or typed a code of a second factor that is older than the
 * session. Refreshing a session makes it no younger. Whether an account that has a second factor may do without it is
 * for `requireSecondFactor`. Source: docs/security.md#PW-8.
 */
export function isFreshSignIn(
  session: Pick<Session, 'amr' | 'createdAt'>,
  now: EpochMs,
  maxAgeMs: Milliseconds = freshSignInMs,
): boolean {
  return elapsed(provedAt(session), now) < maxAgeMs;
}
