import type { EpochMs, Result, Seconds, UserId } from '../kernel/index.ts';
import type { CanonicalEmail } from './email.ts';
import type { PhoneDigits } from './phone.ts';
import type { User } from './user.ts';

/** Another account has this e-mail address, number or identity. */
export type TakenError =
  | { readonly kind: 'email_exists' }
  | { readonly kind: 'phone_exists' }
  | { readonly kind: 'identity_already_exists' };

/** Stores the accounts, each with its identities. E-mail, phone and (provider, subject) are always unique. */
export interface UserStore {
  /** The user with this id. */
  readonly byId: (id: UserId) => Promise<User | undefined>;
  /** The user with this address. That of a SAML user may belong to another account and is not found by it. */
  readonly byEmail: (email: CanonicalEmail) => Promise<User | undefined>;
  /** The user with this number. */
  readonly byPhone: (phone: PhoneDigits) => Promise<User | undefined>;
  /** The last user who requested a change to this number and has not confirmed it. */
  readonly byNewPhone: (phone: PhoneDigits) => Promise<User | undefined>;
  /**
   * All users with an e-mail address or phone number: their own, confirmed or not, or one they asked to change to.
   * Oldest first. Source: docs/law-and-search.md#D50.
   */
  readonly ofRecipient: (recipient: CanonicalEmail | PhoneDigits) => Promise<readonly User[]>;
  /** The user of an identity: `subject` is the id of the account at the provider, letter by letter. */
  readonly byIdentity: (provider: string, subject: string) => Promise<User | undefined>;
  /** Adds a user. Errors: which value is taken. */
  readonly create: (user: User) => Promise<Result<void, TakenError>>;
  /**
   * Applies `rule` to a user in one atomic step and returns the new state; `undefined` if there is no such user.
   * `rule` is pure: it may run more than once. Errors: which new value is taken.
   */
  readonly change: (
    id: UserId,
    rule: (user: User) => User,
  ) => Promise<Result<User | undefined, TakenError>>;
  /**
   * Deletes a user with its identities, sessions, tokens, roles and factors; false if there is none, or if `securityStamp`
   * is given and the user has another.
   */
  readonly remove: (id: UserId, securityStamp?: number) => Promise<boolean>;
  /**
   * Removes the users created before `before`, without a role and without a session used since, for whom `rule` holds;
   * at most `limit` in one call. Returns the count.
   */
  readonly removeUnused: (
    before: EpochMs,
    rule: (user: User) => boolean,
    limit: number,
  ) => Promise<number>;
  /** When the newest account was created that `count` others without a confirmation are newer than, if there is one. */
  readonly unconfirmedBeyond: (count: number) => Promise<EpochMs | undefined>;
  /** Up to `limit` users, oldest first, after the one with the id `after`. */
  readonly list: (limit: number, after?: UserId) => Promise<readonly User[]>;
}

/** The queue of the hasher is full; try again in `retryAfterSeconds`. */
export interface OverloadedError {
  /** The password was not looked at, so nothing is known about it. */
  readonly kind: 'overloaded';
  /** When a place in the queue is likely to be free; whole seconds, at least one. */
  readonly retryAfterSeconds: Seconds;
}

/** The result of a password check. */
export interface PasswordCheck {
  /** Whether it is the password of this hash; never for an absent hash. */
  readonly matches: boolean;
  /** The hash has outdated parameters, or is of another form of the password than new ones: it should be replaced. */
  readonly needsRehash: boolean;
}

/**
 * One-way password hashing, slow by design. `ip` is the client whose request needs the hash, absent for a command:
 * clients take turns, so that none of them can hold the queue. Source: docs/security.md#PW-1,
 * docs/security.md#PW-2, docs/security.md#PW-3.
 */
export interface PasswordHasher {
  /** The hash of a new password, in its form of `preparedPassword`, with its salt and parameters in one text. Errors: `overloaded`. */
  readonly hash: (password: string, ip?: string) => Promise<Result<string, OverloadedError>>;
  /** Whether any of `passwordForms` matches. Without a hash (unknown user, no password) it takes as long on a dummy and finds no match. */
  readonly verify: (
    password: string,
    hash: string | undefined,
    ip?: string,
  ) => Promise<Result<PasswordCheck, OverloadedError>>;
}
