import type { EpochMs, JsonObject, UserId } from '../kernel/index.ts';
import type { CanonicalEmail } from './email.ts';
import { emailIdentity, type Identity, isOwnIdentity, isSsoIdentity } from './identity.ts';
import type { PhoneDigits } from './phone.ts';

/**
 * An account with its identities, as it is stored: with the hash of its password and the stamp of its sign-ins. Times are
 * `undefined` until the event happens. A response gets `publicUser` of it. Source: docs/rules.md#3.
 */
export interface User {
  /** A UUID; it never changes and is never used again. */
  readonly id: UserId;
  /** Canonical e-mail address; unique. */
  readonly email: CanonicalEmail | undefined;
  /**
   * The canonical address that this account had before it turned out to be the same mailbox as the address of another
   * account, which has kept it. Used only to export and erase this account together with the other one. `undefined` for
   * nearly all accounts.
   */
  readonly formerEmail: CanonicalEmail | undefined;
  /** Phone number, E.164 digits without the plus sign; unique. */
  readonly phone: PhoneDigits | undefined;
  /** Self-describing hash; `undefined` for an account without a password. */
  readonly passwordHash: string | undefined;
  /**
   * Two people may have signed up with the address, so confirming it removes the password. Source: docs/wire.md#4.1.
   */
  readonly passwordUnverified: boolean;
  /** When the address was proved by a link, a code or a provider. */
  readonly emailConfirmedAt: EpochMs | undefined;
  /** When the number was proved by a code. */
  readonly phoneConfirmedAt: EpochMs | undefined;
  /** When the last message to confirm a sign-up was sent. */
  readonly confirmationSentAt: EpochMs | undefined;
  /** When the last link or code to sign in without a password was sent. */
  readonly recoverySentAt: EpochMs | undefined;
  /** The requested new address, until it is confirmed. */
  readonly newEmail: CanonicalEmail | undefined;
  /** When the last messages about `newEmail` were sent. */
  readonly emailChangeSentAt: EpochMs | undefined;
  /** Which of the two addresses has confirmed a change so far. */
  readonly emailChangeConfirmedBy: 'current' | 'new' | undefined;
  /** The requested new number, E.164 digits without the plus sign, until it is confirmed. */
  readonly newPhone: PhoneDigits | undefined;
  /** When the last code was sent to `newPhone`. */
  readonly phoneChangeSentAt: EpochMs | undefined;
  /** When the last nonce for a change of the password was sent. */
  readonly reauthenticationSentAt: EpochMs | undefined;
  /** When an administrator invited the address; always `undefined` here, kept for the shape of the auth service. */
  readonly invitedAt: EpochMs | undefined;
  /** The start of the last session. */
  readonly lastSignInAt: EpochMs | undefined;
  /** Until when no sign-in and no refresh succeeds. */
  readonly bannedUntil: EpochMs | undefined;
  /**
   * A counter that grows with each new password, ban, take-over, and end of all sessions. A sign-in is completed only
   * under the stamp that was read when it began. Source: docs/security.md#SE-16.
   */
  readonly securityStamp: number;
  /** Signed up without address, number or password, and has added none since. */
  readonly isAnonymous: boolean;
  /** Data supplied by the user or a provider. */
  readonly metadata: JsonObject;
  /** In the order of linking. */
  readonly identities: readonly Identity[];
  /** The time of sign-up, or of the first sign-in at a provider. */
  readonly createdAt: EpochMs;
  /** The last change of a field or an identity. */
  readonly updatedAt: EpochMs;
}

/** A new user with nothing but an id. */
export function blankUser(id: string, now: EpochMs): User {
  return {
    id,
    email: undefined,
    formerEmail: undefined,
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
    securityStamp: 0,
    isAnonymous: false,
    metadata: {},
    identities: [],
    createdAt: now,
    updatedAt: now,
  };
}

/** The account with a new stamp, so that no sign-in that is under way is completed. */
export function withNewStamp<U extends Pick<User, 'securityStamp'>>(user: U): U {
  return { ...user, securityStamp: user.securityStamp + 1 };
}

/**
 * The account without a change of e-mail address or phone number that waits for its confirmation. The owner of the new
 * number could complete it without a session, so it ends with what shuts a stranger out.
 * Source: docs/security.md#SE-16.
 */
export function withoutPendingChanges(user: User): User {
  return { ...user, newEmail: undefined, emailChangeConfirmedBy: undefined, newPhone: undefined };
}

/**
 * Limits `rule` to the account as it was read: once its stamp is another, it stays as it is. For what was decided by
 * `read` and must not be done to the account of somebody who took it over meanwhile. Source: docs/security.md#SE-16.
 */
export function underStampOf(
  read: Pick<User, 'securityStamp'>,
  rule: (user: User) => User,
): (user: User) => User {
  return (user) => (user.securityStamp === read.securityStamp ? rule(user) : user);
}

/** Whether the e-mail address or phone number of this account is confirmed, so that it can sign in. */
export function isConfirmed(user: User): boolean {
  return user.emailConfirmedAt !== undefined || user.phoneConfirmedAt !== undefined;
}

/** Whether an operator has banned this account at `now`. A ban whose end is not a number never ends. */
export function isBanned(user: User, now: EpochMs): boolean {
  return user.bannedUntil !== undefined && !(now >= user.bannedUntil);
}

/**
 * Whether the account belongs to the SAML users, whose e-mail addresses are not unique and may also belong to another
 * account. Source: docs/wire.md#9.
 */
export function isSsoUser(user: Pick<User, 'identities'>): boolean {
  return user.identities.some(isSsoIdentity);
}

/**
 * An unconfirmed account as prepared for the next mail to its address: without the identities of providers, so that
 * no stranger can sign in to it afterwards. Source: docs/wire.md#4.4, docs/security.md#FD-4.
 */
export function reclaimed(user: User, identityId: string, now: EpochMs): User {
  if (isConfirmed(user)) return user;
  const own = user.identities.filter(isOwnIdentity);
  if (own.length === user.identities.length) return user;
  const { email } = user;
  const isBare = own.length === 0 && email !== undefined;
  const identities = isBare
    ? [emailIdentity(email, { id: identityId, userId: user.id, now })]
    : own;
  return { ...user, metadata: {}, identities, updatedAt: now };
}

/** The account with its e-mail address confirmed. */
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
 * The account after both addresses have confirmed a change; `identityId` is the id for an e-mail identity if there is
 * none yet. An anonymous user becomes a regular one. Source: docs/wire.md#4.9.
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
      identity.provider === 'email' ? { ...identity, data: { ...identity.data, email } } : identity,
    ),
  };
  return confirmEmail(moved, now);
}
