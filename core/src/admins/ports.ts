import type { User } from '../account/index.ts';
import type { EpochMs, Result, UserId } from '../kernel/index.ts';

/** An admin exists, so set-up is closed permanently. */
export interface SetupClosedError {
  /** Returned whatever the token, so that a visitor learns nothing about it. */
  readonly kind: 'setup_closed';
}

/** This change would leave the site without an admin who can sign in. */
export interface LastAdminError {
  /** Another account has to become admin first. */
  readonly kind: 'last_admin';
}

/** An admin account as stored. */
export interface Appointment {
  /** The account with its new password, as it is after the change. */
  readonly user: User;
  /** The address had an account, which was taken over. */
  readonly existed: boolean;
  /** That account already had the role. */
  readonly wasAdmin: boolean;
}

/** The changes that must be atomic with the roles. Source: docs/security.md#BT-1, docs/security.md#RB-4. */
export interface AdminStore {
  /** Whether any user has the admin role. */
  readonly exists: () => Promise<boolean>;
  /**
   * Stores `user` with the admin role in one atomic step. An account with the same e-mail address is taken over: it
   * keeps its id (see `withIdOf`), and its password, sessions, tokens, codes, factors and identities are deleted. With
   * `onlyFirst` the call fails if any admin exists: of two concurrent calls, one succeeds. Errors: `setup_closed`.
   * Source: docs/security.md#BT-5.
   */
  readonly appoint: (
    user: User,
    onlyFirst: boolean,
    now: EpochMs,
  ) => Promise<Result<Appointment, SetupClosedError>>;
  /**
   * Revokes the admin role, unless the user is the last admin, as every other one is banned, and `force` is false. Returns
   * whether the user had the role, and this `securityStamp` if one is given: somebody who took the account over since keeps
   * the role. Errors: `last_admin`.
   */
  readonly revoke: (
    userId: UserId,
    force: boolean,
    securityStamp?: number,
  ) => Promise<Result<boolean, LastAdminError>>;
  /**
   * Bans a user until `bannedUntil` and gives it a new security stamp, in one atomic step. The last admin is banned
   * only if `force` is true. Does nothing if the user does not exist. If two admins are banned or revoked at once, one
   * remains. Errors: `last_admin`. Source: docs/security.md#RB-4.
   */
  readonly ban: (
    userId: UserId,
    bannedUntil: EpochMs,
    force: boolean,
  ) => Promise<Result<void, LastAdminError>>;
}

/** Stores the set-up token for the operator. Source: docs/security.md#BT-2. */
export interface SetupTokenStore {
  /** The stored token; `undefined` if there is none. */
  readonly read: () => Promise<string | undefined>;
  /** Stores `token` unless there is one already, and returns the stored one. */
  readonly offer: (token: string) => Promise<string>;
  /** Deletes the token; nothing happens without one. */
  readonly remove: () => Promise<void>;
}
