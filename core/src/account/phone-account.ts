import type { EpochMs } from '../kernel/index.ts';
import { phoneIdentity } from './identity.ts';
import type { User } from './user.ts';

/** The account once its number has proved to be its owner's. */
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
 * The account with another number that is known to be its owner's; `identityId` is for one that had none before. Who
 * was anonymous no longer is.
 */
export function movePhone(user: User, phone: string, identityId: string, now: EpochMs): User {
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
