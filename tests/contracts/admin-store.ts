import { blankUser, type User, type UserStore } from '@coachsite/core/account';
import type { AdminStore } from '@coachsite/core/admins';
import type { RoleStore } from '@coachsite/core/roles';
import { expect, test } from 'vitest';

export interface AdminStores {
  readonly users: UserStore;
  readonly roles: RoleStore;
  readonly admins: AdminStore;
}

const now = 1_700_000_000_000;
const person = (name: string): User => ({ ...blankUser(name, now), email: `${name}@example.com` });

/** `open` returns new, empty stores. */
export function adminStoreContract(open: () => Promise<AdminStores>): void {
  test('the first admin is a user with the role; a second attempt is rejected', async () => {
    const { users, roles, admins } = await open();
    expect(await admins.exists()).toBe(false);
    expect((await admins.createFirst(person('an'), now)).isOk()).toBe(true);
    expect(await admins.exists()).toBe(true);
    expect(await roles.rolesOf('an')).toEqual(['admin']);
    const second = await admins.createFirst(person('bo'), now);
    expect(second._unsafeUnwrapErr()).toEqual({ kind: 'setup_closed' });
    expect(await users.byId('bo')).toBeUndefined();
  });

  test('a taken e-mail address creates no admin', async () => {
    const { users, admins } = await open();
    (await users.create(person('an')))._unsafeUnwrap();
    const taken = await admins.createFirst({ ...person('bo'), email: 'an@example.com' }, now);
    expect(taken._unsafeUnwrapErr()).toEqual({ kind: 'email_exists' });
    expect(await admins.exists()).toBe(false);
    expect(await users.byId('bo')).toBeUndefined();
  });

  test('of many concurrent attempts exactly one becomes the first admin', async () => {
    const { roles, admins } = await open();
    const names = ['a', 'b', 'c', 'd', 'e', 'f'];
    const made = await Promise.all(names.map((name) => admins.createFirst(person(name), now)));
    expect(made.filter((result) => result.isOk())).toHaveLength(1);
    expect(await roles.holders('admin')).toHaveLength(1);
  });

  test('the role of the last admin is revoked only by force', async () => {
    const { users, roles, admins } = await open();
    await admins.createFirst(person('an'), now);
    (await users.create(person('bo')))._unsafeUnwrap();
    await roles.grant('bo', 'admin', now);
    expect((await admins.revoke('an', false))._unsafeUnwrap()).toBe(true);
    expect((await admins.revoke('an', false))._unsafeUnwrap()).toBe(false);
    expect((await admins.revoke('bo', false))._unsafeUnwrapErr()).toEqual({ kind: 'last_admin' });
    expect((await admins.revoke('bo', true))._unsafeUnwrap()).toBe(true);
    expect(await admins.exists()).toBe(false);
  });

  test('of two admins revoked at once one remains', async () => {
    const { users, roles, admins } = await open();
    await admins.createFirst(person('an'), now);
    (await users.create(person('bo')))._unsafeUnwrap();
    await roles.grant('bo', 'admin', now);
    await Promise.all(['an', 'bo'].map((id) => admins.revoke(id, false)));
    expect(await roles.holders('admin')).toHaveLength(1);
  });
}
