import type { Result } from 'neverthrow';
import type { User } from './user.ts';

/** Somebody else has this address, number or identity. */
export type TakenError =
  | { readonly kind: 'email_exists' }
  | { readonly kind: 'phone_exists' }
  | { readonly kind: 'identity_already_exists' };

/** The accounts, each with its identities. E-mail, phone and (provider, subject) are unique at any moment. */
export interface UserStore {
  readonly byId: (id: string) => Promise<User | undefined>;
  readonly byEmail: (email: string) => Promise<User | undefined>;
  readonly byPhone: (phone: string) => Promise<User | undefined>;
  /** Who last asked to move to this number and has not confirmed it yet. */
  readonly byNewPhone: (phone: string) => Promise<User | undefined>;
  readonly byIdentity: (provider: string, subject: string) => Promise<User | undefined>;
  /** Adds a user. Errors: what of it is taken. */
  readonly create: (user: User) => Promise<Result<void, TakenError>>;
  /**
   * Replaces a user by what `rule` makes of it, in one atomic step, and returns the new state; `undefined` when
   * there is no such user. `rule` is pure: it may run more than once. Errors: what of the new state is taken.
   */
  readonly change: (
    id: string,
    rule: (user: User) => User,
  ) => Promise<Result<User | undefined, TakenError>>;
  /** Deletes a user and all that hangs on it: identities, sessions, tokens, roles, factors. */
  readonly remove: (id: string) => Promise<boolean>;
  /** All users, the oldest first, at most `limit`, after the one with the id `after`. */
  readonly list: (limit: number, after?: string) => Promise<readonly User[]>;
}

/** The hasher is busy beyond its queue; try again in `retryAfterSeconds`. */
export interface OverloadedError {
  readonly kind: 'overloaded';
  readonly retryAfterSeconds: number;
}

/** What a password check found out. */
export interface PasswordCheck {
  readonly matches: boolean;
  /** The hash was made with older parameters and should be made again. */
  readonly needsRehash: boolean;
}

/**
 * One-way hashing of passwords, slow by intent. Source: docs/security.md#PW-1, docs/security.md#PW-2,
 * docs/security.md#PW-3.
 */
export interface PasswordHasher {
  readonly hash: (password: string) => Promise<Result<string, OverloadedError>>;
  /** Without a hash (unknown user, no password) it works as long on a dummy and finds no match. */
  readonly verify: (
    password: string,
    hash: string | undefined,
  ) => Promise<Result<PasswordCheck, OverloadedError>>;
}
