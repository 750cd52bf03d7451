import type { EpochMs } from '../kernel/index.ts';
import type { Role } from './roles.ts';

/** The rows of `user_roles`: who may do what. Source: docs/rules.md#3. */
export interface RoleStore {
  readonly rolesOf: (userId: string) => Promise<readonly Role[]>;
  /** Gives a role; giving it twice changes nothing. */
  readonly grant: (userId: string, role: Role, now: EpochMs) => Promise<void>;
  /** Takes a role away and tells whether there was one to take. */
  readonly revoke: (userId: string, role: Role) => Promise<boolean>;
  /** Ids of all users with this role, the first granted first. */
  readonly holders: (role: Role) => Promise<readonly string[]>;
}
