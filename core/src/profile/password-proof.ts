import type { User } from '../account/index.ts';
import type { EpochMs, Milliseconds } from '../kernel/index.ts';
import { isFreshSignIn, type Session } from '../session/index.ts';

/** What a request for a new password says to prove that it comes from the owner; `undefined` or empty: nothing. */
export interface SentProof {
  /** The password that the account has now, as typed. */
  readonly currentPassword: string | undefined;
  /** The code of `reauthenticate`. */
  readonly nonce: string | undefined;
}

/** What is asked of who changes the password: nothing more, what is checked, or what is missing. */
export type PasswordProof =
  | 'nothing'
  | 'check_current_password'
  | 'check_nonce'
  | 'current_password_required'
  | 'reauthentication_needed';

/** Whether a mail to reset the password has just opened this session, and it has set no password yet. */
const isFreshReset = ({ amr }: Pick<Session, 'amr'>, now: EpochMs): boolean =>
  amr.some(({ recovers, at }) => recovers && isFreshSignIn({ amr: [], createdAt: at }, now));

/**
 * What a new password asks of its request. A session that a mail to reset the password opened less than ten minutes ago may set
 * one with no more, once.
 * A current password that is sent is checked, in a fresh session too. An older session needs it or a code; an account
 * without a password needs a code, if it has an address or number to send one to. Source: docs/wire.md#4.9,
 * docs/security.md#PW-8.
 */
export function passwordProof(
  user: Pick<User, 'email' | 'phone' | 'passwordHash'>,
  session: Pick<Session, 'amr' | 'createdAt'>,
  { currentPassword, nonce }: SentProof,
  now: EpochMs,
  maxAgeMs?: Milliseconds,
): PasswordProof {
  if (isFreshReset(session, now)) return 'nothing';
  const hasPassword = user.passwordHash !== undefined;
  if (hasPassword && currentPassword) return 'check_current_password';
  if (isFreshSignIn(session, now, maxAgeMs)) return 'nothing';
  if (nonce) return 'check_nonce';
  if (hasPassword) return 'current_password_required';
  const hasRecipient = user.email !== undefined || user.phone !== undefined;
  return hasRecipient ? 'reauthentication_needed' : 'nothing';
}
