import type { EpochMs, Json, JsonObject } from '../kernel/index.ts';
import { emailIdentity, type Identity, isSsoIdentity } from './identity.ts';

/** An account with the ways it is known. Times are `undefined` until the thing happened. Source: docs/rules.md#3. */
export interface User {
  readonly id: string;
  /** Canonical e-mail address; unique. */
  readonly email: string | undefined;
  /** Phone number, E.164 digits without the plus sign; unique. */
  readonly phone: string | undefined;
  /** Self-describing hash, or `undefined` for an account without a password. */
  readonly passwordHash: string | undefined;
  /** Two people may have signed up with the address: confirming it drops the password. Source: docs/wire.md#4.1. */
  readonly passwordUnverified: boolean;
  readonly emailConfirmedAt: EpochMs | undefined;
  readonly phoneConfirmedAt: EpochMs | undefined;
  readonly confirmationSentAt: EpochMs | undefined;
  readonly recoverySentAt: EpochMs | undefined;
  /** The address asked for, until it is confirmed. */
  readonly newEmail: string | undefined;
  readonly emailChangeSentAt: EpochMs | undefined;
  /** Which of the two addresses of a change has confirmed it so far. */
  readonly emailChangeConfirmedBy: 'current' | 'new' | undefined;
  readonly newPhone: string | undefined;
  readonly phoneChangeSentAt: EpochMs | undefined;
  readonly reauthenticationSentAt: EpochMs | undefined;
  readonly invitedAt: EpochMs | undefined;
  readonly lastSignInAt: EpochMs | undefined;
  readonly bannedUntil: EpochMs | undefined;
  readonly isAnonymous: boolean;
  /** What the user, or a provider, says about them. */
  readonly metadata: JsonObject;
  /** The first linked comes first. */
  readonly identities: readonly Identity[];
  readonly createdAt: EpochMs;
  readonly updatedAt: EpochMs;
}

/** A user of whom nothing is known yet but the id. */
export function blankUser(id: string, now: EpochMs): User {
  return {
    id,
    email: undefined,
    phone: undefined,
    passwordHash: undefined,
    passwordUnverified: false,
    emailConfirmedAt: undefined,
    phoneConfirmedAt: undefined,
    confirmationSentAt: undefined,
    recoverySentAt: undefined,
    newEmail: undefined,
    emailChangeSentAt: undefined,
    emailChangeConfirmedBy: undefined,
    newPhone: undefined,
    phoneChangeSentAt: undefined,
    reauthenticationSentAt: undefined,
    invitedAt: undefined,
    lastSignInAt: undefined,
    bannedUntil: undefined,
    isAnonymous: false,
    metadata: {},
    identities: [],
    createdAt: now,
    updatedAt: now,
  };
}

/** Whether an address of this account has been confirmed, so that it may sign in. */
export function isConfirmed(user: User): boolean {
  return user.emailConfirmedAt !== undefined || user.phoneConfirmedAt !== undefined;
}

/** Whether an operator has shut this account out at `now`. */
export function isBanned(user: User, now: EpochMs): boolean {
  return user.bannedUntil !== undefined && now < user.bannedUntil;
}

/**
 * Whether the account belongs to the pool of SAML users: its address is no key there, nor is it in the way of the same
 * address outside. Source: docs/wire.md#9.
 */
export function isSsoUser(user: Pick<User, 'identities'>): boolean {
  return user.identities.some(isSsoIdentity);
}

/**
 * An account whose address nobody has proved, as whoever now asks for a mail to that address gets it: without the
 * identities of outside providers, so that no stranger's sign-in is in it afterwards. Source: docs/wire.md#4.4,
 * docs/security.md#FD-4.
 */
export function reclaimed(user: User, identityId: string, now: EpochMs): User {
  if (isConfirmed(user)) return user;
  const own = user.identities.filter(
    ({ provider }) => provider === 'email' || provider === 'phone',
  );
  if (own.length === user.identities.length) return user;
  const { email } = user;
  const isBare = own.length === 0 && email !== undefined;
  const identities = isBare
    ? [emailIdentity(email, { id: identityId, userId: user.id, now })]
    : own;
  return { ...user, metadata: {}, identities, updatedAt: now };
}

/** The account once its e-mail address has proved to be its owner's. */
export function confirmEmail(user: User, now: EpochMs): User {
  return {
    ...user,
    emailConfirmedAt: user.emailConfirmedAt ?? now,
    metadata: { ...user.metadata, email_verified: true },
    identities: user.identities.map((identity) =>
      identity.provider === 'email'
        ? { ...identity, data: { ...identity.data, email_verified: true }, updatedAt: now }
        : identity,
    ),
    updatedAt: now,
  };
}

/**
 * The account after its pending e-mail address was confirmed at both ends; `identityId` is for one that had no e-mail
 * before. Who was anonymous no longer is. Source: docs/wire.md#4.9.
 */
export function completeEmailChange(user: User, identityId: string, now: EpochMs): User {
  if (user.newEmail === undefined) return user;
  const email = user.newEmail;
  const held = user.identities.some(({ provider }) => provider === 'email');
  const identities = held
    ? user.identities
    : [...user.identities, emailIdentity(email, { id: identityId, userId: user.id, now })];
  const moved: User = {
    ...user,
    email,
    newEmail: undefined,
    emailChangeConfirmedBy: undefined,
    emailConfirmedAt: now,
    isAnonymous: false,
    identities: identities.map((identity) =>
      identity.provider === 'email'
        ? { ...identity, data: { ...identity.data, email }, updatedAt: now }
        : identity,
    ),
  };
  return confirmEmail(moved, now);
}

/**
 * Largest `user_metadata`, as JSON in UTF-8 bytes: it travels in the token and so in a cookie.
 * Source: docs/security.md#SE-9.
 */
export const metadataLimitBytes = 2048;

/** Length of `text` in UTF-8 bytes. */
export function utf8Length(text: string): number {
  let bytes = 0;
  for (const character of text) {
    const point = character.codePointAt(0) ?? 0;
    bytes += point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
  }
  return bytes;
}

/** Whether this metadata may be kept. */
export function isMetadataSmall(metadata: JsonObject): boolean {
  return utf8Length(JSON.stringify(metadata)) <= metadataLimitBytes;
}

/** Merges key by key; `null` removes a key. Source: docs/wire.md#4.9. */
export function mergeMetadata(current: JsonObject, change: JsonObject): JsonObject {
  const merged = new Map<string, Json>(Object.entries(current));
  for (const [key, value] of Object.entries(change)) {
    if (value === null) merged.delete(key);
    else merged.set(key, value);
  }
  return Object.fromEntries(merged);
}
