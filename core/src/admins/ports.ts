import type { Result } from 'neverthrow';
import type { TakenError, User } from '../account/index.ts';
import type { EpochMs } from '../kernel/index.ts';

/** An admin exists, so set-up is closed permanently. */
export interface SetupClosedError {
  readonly kind: 'setup_closed';
}

/** Revoking this role would leave the site without an admin. */
export interface LastAdminError {
  readonly kind: 'last_admin';
}

/** The changes that must be atomic with the roles. Source: docs/security.md#BT-1, docs/security.md#RB-4. */
export interface AdminStore {
  readonly exists: () => Promise<boolean>;
  /**
   * Adds a user with the admin role, in one atomic step that fails if any admin exists: of two concurrent calls, one
   * succeeds. Errors: `setup_closed`, and which value is taken.
   */
  readonly createFirst: (
    user: User,
    now: EpochMs,
  ) => Promise<Result<void, SetupClosedError | TakenError>>;
  /**
   * Revokes the admin role, unless it is the last one and `force` is false. Returns whether the user had the role.
   * Errors: `last_admin`.
   */
  readonly revoke: (userId: string, force: boolean) => Promise<Result<boolean, LastAdminError>>;
}

/** Stores the set-up token for the operator. Source: docs/security.md#BT-2. */
export interface SetupTokenStore {
  readonly read: () => Promise<string | undefined>;
  /** Stores `token` unless there is one already, and returns the stored one. */
  readonly offer: (token: string) => Promise<string>;
  readonly remove: () => Promise<void>;
}
