import {
  canonicalEmail,
  type PasswordHasher,
  type PasswordSettings,
  type User,
  type UserStore,
} from '../account/index.ts';
import { type Clock, err, type Ids, ok, type Result } from '../kernel/index.ts';
import { type LockoutStore, lockKeyOf } from '../lockout/index.ts';
import type { RoleStore } from '../roles/index.ts';
import { logEvent, type RequestContext, type SecurityLog } from '../security-log/index.ts';
import type { DeviceStore } from '../sign-in/index.ts';
import {
  type AccountCredentials,
  type ConfirmedAccountError,
  makeConfirmedAccount,
} from './confirmed-account.ts';
import type { AdminStore, Appointment, LastAdminError, SetupClosedError } from './ports.ts';

/** No account has this e-mail address. */
export interface UnknownUserError {
  /** Nothing was changed. */
  readonly kind: 'user_not_found';
}

/** The ports of every change of roles, which is recorded. */
interface RecordedChangePorts {
  readonly securityLog: SecurityLog;
  readonly clock: Clock;
  readonly ids: Ids;
}

const record = (
  ports: RecordedChangePorts,
  { id }: User,
  context: RequestContext,
  details: { readonly change: string; readonly account?: string },
) => logEvent(ports, { actionType: 'role_change', userId: id, context, details });

/**
 * Makes the owner of an address an admin. An address without an account gets one; an existing account is taken over
 * with the new password, so that only the holder of that password can use it. For the command line. Errors: those of a
 * new account. Source: docs/contract.md#1, docs/security.md#BT-5.
 */
export async function addAdmin(
  ports: RecordedChangePorts & {
    readonly admins: AdminStore;
    readonly lockouts: LockoutStore;
    readonly passwords: PasswordHasher;
  },
  settings: PasswordSettings,
  { context, ...credentials }: AccountCredentials & { readonly context: RequestContext },
): Promise<Result<Appointment, ConfirmedAccountError | SetupClosedError>> {
  const now = ports.clock.now();
  const user = await makeConfirmedAccount(ports, settings, credentials);
  if (user.isErr()) return err(user.error);
  const appointed = await ports.admins.appoint(user.value, false, now);
  // A stranger may have locked the address.
  await ports.lockouts.clear(lockKeyOf(user.value));
  if (appointed.isErr()) return err(appointed.error);
  const { existed, wasAdmin } = appointed.value;
  await record(ports, appointed.value.user, context, {
    change: wasAdmin ? 'admin kept' : 'admin granted',
    account: existed ? 'taken over' : 'created',
  });
  return appointed;
}

/** Adds the admin role to the account of an address and changes nothing else. Errors: `user_not_found`. */
export async function addRole(
  ports: RecordedChangePorts & { readonly users: UserStore; readonly roles: RoleStore },
  { email, context }: { readonly email: string; readonly context: RequestContext },
): Promise<Result<Appointment, UnknownUserError>> {
  const user = await ports.users.byEmail(canonicalEmail(email));
  if (!user) return err({ kind: 'user_not_found' });
  const wasAdmin = (await ports.roles.rolesOf(user.id)).includes('admin');
  if (!wasAdmin) {
    const isGranted = await ports.roles.grant(user.id, 'admin', ports.clock.now());
    if (!isGranted) return err({ kind: 'user_not_found' });
    await record(ports, user, context, { change: 'admin granted', account: 'kept' });
  }
  return ok({ user, existed: true, wasAdmin });
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
 * Revokes the admin role of an address, forgets its devices, and returns whether it had the role. Errors: `user_not_found`; `last_admin`
 * unless `force`. Source: docs/security.md#RB-4.
 */
export async function revokeAdmin(
  ports: RecordedChangePorts & {
    readonly users: UserStore;
    readonly admins: AdminStore;
    readonly devices: Pick<DeviceStore, 'removeOfUser'>;
  },
  {
    email,
    force,
    context,
  }: { readonly email: string; readonly force: boolean; readonly context: RequestContext },
): Promise<
  Result<{ readonly user: User; readonly wasAdmin: boolean }, UnknownUserError | LastAdminError>
> {
  const user = await ports.users.byEmail(canonicalEmail(email));
  if (!user) return err({ kind: 'user_not_found' });
  const revoked = await ports.admins.revoke(user.id, force);
  if (revoked.isErr()) return err(revoked.error);
  if (revoked.value) {
    // Those of an admin are known without being asked for.
    await ports.devices.removeOfUser(user.id);
    await record(ports, user, context, { change: 'admin revoked' });
  }
  return ok({ user, wasAdmin: revoked.value });
}
