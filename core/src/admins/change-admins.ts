import { err, ok, type Result } from 'neverthrow';
import {
  canonicalEmail,
  type PasswordHasher,
  type TakenError,
  type User,
  type UserStore,
} from '../account/index.ts';
import type { Clock, Ids } from '../kernel/index.ts';
import type { RoleStore } from '../roles/index.ts';
import {
  type AccountCredentials,
  type ConfirmedAccountError,
  makeConfirmedAccount,
} from './confirmed-account.ts';
import type { AdminStore, LastAdminError } from './ports.ts';

/** No account has this e-mail address. */
export interface UnknownUserError {
  readonly kind: 'user_not_found';
}

/** The result of adding an admin. */
export interface AddedAdmin {
  readonly user: User;
  /** The account existed: only the role was added, its password is unchanged. */
  readonly existed: boolean;
  /** The account already had the role: nothing changed. */
  readonly wasAdmin: boolean;
}

/**
 * Grants the admin role to the account of an address, creating the account if needed. For the command line. Errors:
 * those of a new account. Source: docs/contract.md#1.
 */
export async function addAdmin(
  ports: {
    readonly users: UserStore;
    readonly roles: RoleStore;
    readonly passwords: PasswordHasher;
    readonly clock: Clock;
    readonly ids: Ids;
  },
  credentials: AccountCredentials,
  siteName: string,
): Promise<Result<AddedAdmin, ConfirmedAccountError | TakenError>> {
  const now = ports.clock.now();
  const known = await ports.users.byEmail(canonicalEmail(credentials.email));
  if (known) {
    const wasAdmin = (await ports.roles.rolesOf(known.id)).includes('admin');
    if (!wasAdmin) await ports.roles.grant(known.id, 'admin', now);
    return ok({ user: known, existed: true, wasAdmin });
  }
  const user = await makeConfirmedAccount(ports, credentials, siteName, now);
  if (user.isErr()) return err(user.error);
  const created = await ports.users.create(user.value);
  if (created.isErr()) return err(created.error);
  await ports.roles.grant(user.value.id, 'admin', now);
  return ok({ user: user.value, existed: false, wasAdmin: false });
}

/** All admins, first appointed first. */
export async function listAdmins(ports: {
  readonly users: UserStore;
  readonly roles: RoleStore;
}): Promise<readonly User[]> {
  const users = [];
  for (const id of await ports.roles.holders('admin')) users.push(await ports.users.byId(id));
  return users.filter((user) => user !== undefined);
}

/**
 * Revokes the admin role of an address and returns whether it had the role. Errors: `user_not_found`; `last_admin`
 * unless `force`. Source: docs/security.md#RB-4.
 */
export async function revokeAdmin(
  ports: { readonly users: UserStore; readonly admins: AdminStore },
  email: string,
  force: boolean,
): Promise<
  Result<{ readonly user: User; readonly wasAdmin: boolean }, UnknownUserError | LastAdminError>
> {
  const user = await ports.users.byEmail(canonicalEmail(email));
  if (!user) return err({ kind: 'user_not_found' });
  const revoked = await ports.admins.revoke(user.id, force);
  return revoked.map((wasAdmin) => ({ user, wasAdmin }));
}
