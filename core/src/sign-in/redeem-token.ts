import {
  completeEmailChange,
  confirmEmail,
  confirmPhone,
  isConfirmed,
  movePhone,
  type PhoneDigits,
  type User,
} from '../account/index.ts';
import type { EpochMs } from '../kernel/index.ts';
import type { OneTimeToken } from '../one-time-token/index.ts';
import { currentEmailMustConfirm } from './email-change.ts';

/** Whether a token still matches the account; a later change of e-mail or phone invalidates it. */
export function isStillFor(user: User, { slot, recipient, newEmail }: OneTimeToken): boolean {
  switch (slot) {
    case 'email_change_new':
      return recipient === user.newEmail;
    case 'email_change_current':
      return recipient === user.email && newEmail === user.newEmail;
    case 'phone_change':
      return recipient === user.newPhone;
    case 'sms':
      return recipient === user.phone;
    default:
      return recipient === user.email;
  }
}

/** The account after a matching token was used; `identityId` is the id for an identity that may have to be added. */
export function redeemToken(
  user: User,
  token: OneTimeToken,
  identityId: string,
  now: EpochMs,
): User {
  switch (token.type) {
    case 'email_change':
      return redeemEmailChange(user, token, identityId, now);
    case 'phone_change':
      return movePhone(user, token.recipient as PhoneDigits, identityId, now);
    case 'sms':
      if (isConfirmed(user)) return user;
      return confirmPhone(withConfirmedPassword(user, token), now);
    default:
      if (user.emailConfirmedAt !== undefined) return user;
      return confirmEmail(withConfirmedPassword(user, token), now);
  }
}

/** A stranger may have signed up with this address before its owner did; that password must not work. */
function withConfirmedPassword(user: User, token: OneTimeToken): User {
  const { confirmsPassword } = token;
  const passwordHash = confirmsPassword ? user.passwordHash : undefined;
  return { ...user, passwordHash, passwordUnverified: false };
}

function redeemEmailChange(
  user: User,
  token: OneTimeToken,
  identityId: string,
  now: EpochMs,
): User {
  const by = token.slot === 'email_change_current' ? 'current' : 'new';
  const other = by === 'current' ? 'new' : 'current';
  const complete = !currentEmailMustConfirm(user) || user.emailChangeConfirmedBy === other;
  return complete
    ? completeEmailChange(user, identityId, now)
    : { ...user, emailChangeConfirmedBy: by };
}
