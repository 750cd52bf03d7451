import type { Result } from 'neverthrow';
import type { TakenError, User } from '../account/index.ts';
import type { EpochMs } from '../kernel/index.ts';

/** There is an admin, so the way to make the first one is closed for good. */
export interface SetupClosedError {
  readonly kind: 'setup_closed';
}

/** Taking this role away would leave nobody who could give it back. */
export interface LastAdminError {
  readonly kind: 'last_admin';
}

/** What must happen in one step with the roles. Source: docs/security.md#BT-1, docs/security.md#RB-4. */
export interface AdminStore {
  readonly exists: () => Promise<boolean>;
  /**
   * Adds a user together with the admin role, in one step that fails once any admin exists: of two
   * calls at once, one succeeds. Errors: `setup_closed`, and what of the user is taken.
   */
  readonly createFirst: (
    user: User,
    now: EpochMs,
  ) => Promise<Result<void, SetupClosedError | TakenError>>;
  /**
   * Takes the admin role away, unless it is the last one and `force` is not given. Tells whether there
   * was a role to take. Errors: `last_admin`.
   */
  readonly revoke: (userId: string, force: boolean) => Promise<Result<boolean, LastAdminError>>;
}

/** Where the set-up token waits for the owner of the machine. Source: docs/security.md#BT-2. */
export interface SetupTokenStore {
  readonly read: () => Promise<string | undefined>;
  /** Puts `token` there unless there is one already, and returns the one that is there now. */
  readonly offer: (token: string) => Promise<string>;
  readonly remove: () => Promise<void>;
}
