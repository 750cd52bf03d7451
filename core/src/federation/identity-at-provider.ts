import {
  blankUser,
  confirmEmail,
  type Identity,
  isConfirmed,
  type User,
  withNewStamp,
} from '../account/index.ts';
import type { EpochMs } from '../kernel/index.ts';
import { mergeProviderData, type ProviderUser } from './provider.ts';

/** Builds an identity from what a provider returned. */
export function identityAt(
  id: string,
  provider: string,
  person: Pick<ProviderUser, 'subject' | 'data'>,
  now: EpochMs,
): Identity {
  return {
    id,
    provider,
    subject: person.subject,
    data: person.data,
    createdAt: now,
    updatedAt: now,
    lastSignInAt: now,
  };
}

/** The user with identity and metadata updated from the provider. */
export function refreshed(user: User, provider: string, person: ProviderUser, now: EpochMs): User {
  const isIt = (identity: Identity) =>
    identity.provider === provider && identity.subject === person.subject;
  const next: User = {
    ...user,
    metadata: mergeProviderData(user.metadata, person.data),
    identities: user.identities.map((identity) =>
      isIt(identity)
        ? { ...identity, data: person.data, updatedAt: now, lastSignInAt: now }
        : identity,
    ),
    updatedAt: now,
  };
  if (isConfirmed(user) || !person.emailVerified || person.email !== user.email) return next;
  // The provider has just verified the address: credentials set before that must not give access to the account.
  const own = next.identities.filter(isIt);
  return confirmEmail({ ...next, passwordHash: undefined, identities: own }, now);
}

/** The user with one more identity, without anything a stranger may have added while the address was unverified. */
export function linked(user: User, identity: Identity, isTakeover: boolean, now: EpochMs): User {
  const base: User = isTakeover
    ? {
        ...blankUser(user.id, user.createdAt),
        email: user.email,
        bannedUntil: user.bannedUntil,
        securityStamp: withNewStamp(user).securityStamp,
        invitedAt: user.invitedAt,
      }
    : user;
  const next: User = {
    ...base,
    metadata: mergeProviderData(base.metadata, identity.data),
    identities: [...base.identities, identity],
    updatedAt: now,
  };
  return isTakeover ? confirmEmail(next, now) : next;
}
