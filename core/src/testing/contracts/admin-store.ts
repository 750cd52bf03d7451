import { blankUser, type User, type UserStore } from '../../account/index.ts';
import type { AdminStore } from '../../admins/index.ts';
import type { RoleStore } from '../../roles/index.ts';
import { idOf } from '../ids.ts';
import { emailOf, phoneOf } from '../recipients.ts';
import type { TestRunner } from '../runner.ts';

/** The stores of a test of admins; they share their accounts and roles. */
export interface AdminStores {
  readonly users: UserStore;
  readonly roles: RoleStore;
  readonly admins: AdminStore;
}

const now = 1_700_000_000_000;
const person = (name: string): User => ({
  ...blankUser(idOf(name), now),
  email: emailOf(`${name}@example.com`),
});

/** What an `AdminStore` does; `open` returns new, empty stores. */
export function adminStoreContract(
  { test, expect }: TestRunner,
  open: () => Promise<AdminStores>,
): void {
  test('the first admin is a user with the role; a second attempt is rejected', async () => {
    const { users, roles, admins } = await open();
    expect(await admins.exists()).toBe(false);
    const first = await admins.appoint(person('an'), true, now);
    expect(first._unsafeUnwrap()).toEqual({ user: person('an'), existed: false, wasAdmin: false });
    expect(await admins.exists()).toBe(true);
    expect(await roles.rolesOf(idOf('an'))).toEqual(['admin']);
    const second = await admins.appoint(person('bo'), true, now);
    expect(second._unsafeUnwrapErr()).toEqual({ kind: 'setup_closed' });
    expect(await users.byId(idOf('bo'))).toBeUndefined();
  });

  test('an account with the same address is taken over under its id', async () => {
    const { users, roles, admins } = await open();
    const stranger = {
      ...person('stranger'),
      createdAt: 5,
      securityStamp: 3,
      phone: phoneOf('32470000000'),
    };
    (await users.create(stranger))._unsafeUnwrap();
    const fresh = { ...person('bo'), email: emailOf('stranger@example.com'), passwordHash: 'new' };
    const appointed = (await admins.appoint(fresh, true, now))._unsafeUnwrap();
    const taken = { ...fresh, id: idOf('stranger'), createdAt: 5, securityStamp: 4 };
    expect(appointed).toEqual({ user: taken, existed: true, wasAdmin: false });
    expect(await users.byId(idOf('stranger'))).toEqual(taken);
    expect(await users.byId(idOf('bo'))).toBeUndefined();
    expect(await users.byPhone(phoneOf('32470000000'))).toBeUndefined();
    expect(await roles.holders('admin')).toEqual([idOf('stranger')]);
    const again = (await admins.appoint(fresh, false, now + 1))._unsafeUnwrap();
    const next = { ...taken, securityStamp: 5 };
    expect(again).toEqual({ user: next, existed: true, wasAdmin: true });
    expect(await users.list(10)).toHaveLength(1);
  });

  test('of many concurrent attempts exactly one becomes the first admin', async () => {
    const { roles, admins } = await open();
    const names = ['a', 'b', 'c', 'd', 'e', 'f'];
    const made = await Promise.all(names.map((name) => admins.appoint(person(name), true, now)));
    expect(made.filter((result) => result.isOk())).toHaveLength(1);
    expect(await roles.holders('admin')).toHaveLength(1);
  });

  test('the role of the last admin is revoked only by force', async () => {
    const { users, roles, admins } = await open();
    await admins.appoint(person('an'), true, now);
    (await users.create(person('bo')))._unsafeUnwrap();
    await roles.grant(idOf('bo'), 'admin', now);
    expect((await admins.revoke(idOf('an'), false))._unsafeUnwrap()).toBe(true);
    expect((await admins.revoke(idOf('an'), false))._unsafeUnwrap()).toBe(false);
    expect((await admins.revoke(idOf('bo'), false))._unsafeUnwrapErr()).toEqual({
      kind: 'last_admin',
    });
    expect((await admins.revoke(idOf('bo'), true))._unsafeUnwrap()).toBe(true);
    expect(await admins.exists()).toBe(false);
  });

  test('a role is revoked under the stamp of its user, if one is given', async () => {
    const { users, roles, admins } = await open();
    await admins.appoint(person('an'), true, now);
    (await users.create({ ...person('bo'), securityStamp: 2 }))._unsafeUnwrap();
    await roles.grant(idOf('bo'), 'admin', now);
    for (const stamp of [0, 1, 3])
      expect((await admins.revoke(idOf('bo'), true, stamp))._unsafeUnwrap()).toBe(false);
    expect(await roles.rolesOf(idOf('bo'))).toEqual(['admin']);
    expect((await admins.revoke(idOf('bo'), false, 2))._unsafeUnwrap()).toBe(true);
    expect((await admins.revoke(idOf('an'), false, 1))._unsafeUnwrap()).toBe(false);
    expect((await admins.revoke(idOf('an'), true, 0))._unsafeUnwrap()).toBe(true);
    expect((await admins.revoke(idOf('nobody'), true, 0))._unsafeUnwrap()).toBe(false);
  });

  test('an admin is the last one when every other is banned', async () => {
    const { users, roles, admins } = await open();
    await admins.appoint(person('an'), true, now);
    for (const name of ['bo', 'member']) (await users.create(person(name)))._unsafeUnwrap();
    await roles.grant(idOf('bo'), 'admin', now);
    await users.change(idOf('bo'), (user) => ({ ...user, bannedUntil: now + 1 }));
    expect((await admins.ban(idOf('an'), now + 1, false))._unsafeUnwrapErr()).toEqual({
      kind: 'last_admin',
    });
    expect((await admins.revoke(idOf('an'), false))._unsafeUnwrapErr()).toEqual({
      kind: 'last_admin',
    });
    expect((await admins.revoke(idOf('bo'), false))._unsafeUnwrap()).toBe(true);
  });

  test('of two admins revoked at once one remains', async () => {
    const { users, roles, admins } = await open();
    await admins.appoint(person('an'), true, now);
    (await users.create(person('bo')))._unsafeUnwrap();
    await roles.grant(idOf('bo'), 'admin', now);
    await Promise.all(['an', 'bo'].map((name) => admins.revoke(idOf(name), false)));
    expect(await roles.holders('admin')).toHaveLength(1);
  });

  test('a ban gives a new stamp, and leaves the last admin alone but by force', async () => {
    const { users, roles, admins } = await open();
    await admins.appoint(person('an'), true, now);
    for (const name of ['bo', 'member'])
      (await users.create({ ...person(name), securityStamp: 2 }))._unsafeUnwrap();
    await roles.grant(idOf('bo'), 'admin', now);
    const until = (name: string) =>
      users.byId(idOf(name)).then((user) => [user?.bannedUntil, user?.securityStamp]);
    for (const name of ['member', 'bo', 'nobody'])
      expect((await admins.ban(idOf(name), now + 1, false)).isOk()).toBe(true);
    expect(await Promise.all(['member', 'bo'].map(until))).toEqual([
      [now + 1, 3],
      [now + 1, 3],
    ]);
    expect((await admins.ban(idOf('an'), now + 1, false))._unsafeUnwrapErr()).toEqual({
      kind: 'last_admin',
    });
    expect(await until('an')).toEqual([undefined, 0]);
    expect((await admins.ban(idOf('an'), now + 2, true)).isOk()).toBe(true);
    expect(await until('an')).toEqual([now + 2, 1]);
    expect(await roles.holders('admin')).toEqual([idOf('an'), idOf('bo')]);
    expect(await users.byId(idOf('nobody'))).toBeUndefined();
  });

  test('of admins banned and revoked at once one remains', async () => {
    const { users, roles, admins } = await open();
    await admins.appoint(person('a'), true, now);
    const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
    for (const name of names.slice(1)) (await users.create(person(name)))._unsafeUnwrap();
    for (const name of names) await roles.grant(idOf(name), 'admin', now);
    const ended = await Promise.all(
      names.map(async (name, index) => {
        const id = idOf(name);
        const isBan = index % 4 > 0;
        return (
          isBan ? await admins.ban(id, now + 1, false) : await admins.revoke(id, false)
        ).isOk();
      }),
    );
    expect(ended.filter(Boolean)).toHaveLength(names.length - 1);
  });
}
