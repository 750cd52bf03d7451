import {
  completeEmailChange,
  confirmEmail,
  confirmPhone,
  isConfirmed,
  movePhone,
  type User,
} from '../account/index.ts';
import type { EpochMs } from '../kernel/index.ts';
import type { OneTimeToken } from '../one-time-token/index.ts';
import { currentAddressMustAgree } from './email-change.ts';

/** The account after a token was used; `identityId` is for an identity it did not have before. */
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
      return token.address === user.newPhone
        ? movePhone(user, token.address, identityId, now)
        : user;
    case 'sms':
      if (token.address !== user.phone || isConfirmed(user)) return user;
      return confirmPhone(withVouchedPassword(user, token), now);
    default:
      if (token.address !== user.email || user.emailConfirmedAt !== undefined) return user;
      return confirmEmail(withVouchedPassword(user, token), now);
  }
}

/** Somebody may have signed up with this address before its owner did: their password must not open it. */
function withVouchedPassword(user: User, token: OneTimeToken): User {
  return token.vouchesForPassword ? user : { ...user, passwordHash: undefined };
}

function redeemEmailChange(
  user: User,
  token: OneTimeToken,
  identityId: string,
  now: EpochMs,
): User {
  const by = token.slot === 'email_change_current' ? 'current' : 'new';
  const other = by === 'current' ? 'new' : 'current';
  const complete = !currentAddressMustAgree(user) || user.emailChangeConfirmedBy === other;
  return complete
    ? completeEmailChange(user, identityId, now)
    : { ...user, emailChangeConfirmedBy: by };
}
