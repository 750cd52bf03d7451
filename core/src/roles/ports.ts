import type { EpochMs, UserId } from '../kernel/index.ts';
import type { Role } from './roles.ts';

/** The rows of `user_roles`. Source: docs/rules.md#3. */
export interface RoleStore {
  /** The roles of a user; none for a user that does not exist. */
  readonly rolesOf: (userId: UserId) => Promise<readonly Role[]>;
  /**
   * Grants a role; granting it again changes nothing. False, and nothing granted, without the user, whose account may have
   * ended since it was read.
   */
  readonly grant: (userId: UserId, role: Role, now: EpochMs) => Promise<boolean>;
  /** Revokes a role and returns whether the user had it. */
  readonly revoke: (userId: UserId, role: Role) => Promise<boolean>;
  /** Ids of all users with this role, the first granted first. */
  readonly holders: (role: Role) => Promise<readonly string[]>;
}
