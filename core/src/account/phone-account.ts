import type { EpochMs } from '../kernel/index.ts';
import { phoneIdentity } from './identity.ts';
import type { PhoneDigits } from './phone.ts';
import type { User } from './user.ts';

/** The account with its phone number confirmed. */
export function confirmPhone(user: User, now: EpochMs): User {
  return {
    ...user,
    phoneConfirmedAt: user.phoneConfirmedAt ?? now,
    identities: user.identities.map((identity) =>
      identity.provider === 'phone'
        ? { ...identity, data: { ...identity.data, phone_verified: true }, updatedAt: now }
        : identity,
    ),
    updatedAt: now,
  };
}

/**
 * The account with a new, confirmed number; `identityId` is the id for a phone identity if there is none yet. An
 * anonymous user becomes a regular one.
 */
export function movePhone(user: User, phone: PhoneDigits, identityId: string, now: EpochMs): User {
  const held = user.identities.some(({ provider }) => provider === 'phone');
  const identities = held
    ? user.identities.map((identity) =>
        identity.provider === 'phone'
          ? { ...identity, data: { ...identity.data, phone } }
          : identity,
      )
    : [...user.identities, phoneIdentity(phone, { id: identityId, userId: user.id, now })];
  const moved = { ...user, phone, newPhone: undefined, phoneConfirmedAt: now, identities };
  return confirmPhone({ ...moved, isAnonymous: false }, now);
}
