import {
  addAdmin,
  addRole,
  banAccount,
  endSessions,
  listAdmins,
  openSetup,
  revokeAdmin,
  setUpFirstAdmin,
  unbanAccount,
  unlockAccount,
} from '@coachsite/core/admins';
import { dayMs, hourMs } from '@coachsite/core/kernel';
import { phoneOf } from '@coachsite/core/testing';
import { expect, test } from 'vitest';
import { context, memberSite, password, settings } from './support/member-site.ts';

const email = 'ann@example.com';
const other = 'bo@example.com';
const { siteName } = settings;

test('the first admin is set up once, with the token of the operator', async () => {
  const site = memberSite();
  const token = (await openSetup(site.ports)) ?? '';
  expect(token).toMatch(/^[\w-]{32}$/);
  expect(await openSetup(site.ports)).toBe(token);
  const setUp = (given: string, chosen = password) =>
    setUpFirstAdmin(site.ports, settings, { email, password: chosen, token: given, context });
  expect((await setUp('wrong'))._unsafeUnwrapErr().kind).toBe('setup_token_wrong');
  expect((await setUp(token, 'short'))._unsafeUnwrapErr().kind).toBe('weak_password');
  const { user, existed } = (await setUp(token))._unsafeUnwrap();
  expect([user.email, existed]).toEqual([email, false]);
  expect((await site.signIn(email)).isOk()).toBe(true);
  expect((await setUp(token))._unsafeUnwrapErr().kind).toBe('setup_closed');
  expect(await openSetup(site.ports)).toBeUndefined();
  expect(await site.events()).toContain('admin_setup');
});

test('ten wrong tokens of one IP end its tries for a while, and the right one too', async () => {
  const site = memberSite();
  const token = (await openSetup(site.ports)) ?? '';
  const setUp = (given: string, ip = '192.0.2.1') =>
    setUpFirstAdmin(site.ports, settings, {
      email,
      password,
      token: given,
      context: { ...context, ip },
    }).then((done) => (done.isErr() ? done.error.kind : 'done'));
  for (let i = 0; i < 10; i += 1) expect(await setUp('wrong')).toBe('setup_token_wrong');
  expect(await setUp(token)).toBe('over_request_rate_limit');
  expect(await setUp(token, '192.0.2.2')).toBe('done');
});

test('an account with the address of the admin is taken over, and nothing of it works any more', async () => {
  const site = memberSite();
  const { user } = await site.member(email);
  for (let i = 0; i < 5; i += 1) await site.signIn(email, 'wrong');
  const fresh = { email, password: 'Another-1!duin', context };
  const added = (await addAdmin(site.ports, settings, fresh))._unsafeUnwrap();
  expect(added).toMatchObject({ user: { id: user.id }, existed: true, wasAdmin: false });
  expect((await site.signIn(email)).isErr()).toBe(true);
  expect((await site.signIn(email, 'Another-1!duin')).isOk()).toBe(true);
  expect((await addAdmin(site.ports, settings, fresh))._unsafeUnwrap().wasAdmin).toBe(true);
  const bad = { ...fresh, email: 'x' };
  expect((await addAdmin(site.ports, settings, bad))._unsafeUnwrapErr().kind).toBe('invalid_email');
  site.state.hasherFull = true;
  expect((await addAdmin(site.ports, settings, fresh))._unsafeUnwrapErr().kind).toBe('overloaded');
});

test('the role is granted, listed and revoked, but not that of the last admin', async () => {
  const site = memberSite();
  for (const address of [email, other]) {
    await site.member(address);
    const granted = (await addRole(site.ports, { email: address, context }))._unsafeUnwrap();
    expect(granted).toMatchObject({ existed: true, wasAdmin: false });
    site.clock.advance(1);
  }
  expect((await addRole(site.ports, { email, context }))._unsafeUnwrap().wasAdmin).toBe(true);
  expect((await addRole(site.ports, { email: 'no@example.com', context })).isErr()).toBe(true);
  expect((await listAdmins(site.ports)).map((user) => user.email)).toEqual([email, other]);
  const revoke = (address: string, force = false) =>
    revokeAdmin(site.ports, { email: address, force, context }).then((done) =>
      done.isErr() ? done.error.kind : done.value.wasAdmin,
    );
  expect(await revoke(email)).toBe(true);
  expect(await revoke(email)).toBe(false);
  expect(await revoke(other)).toBe('last_admin');
  expect(await revoke('no@example.com')).toBe('user_not_found');
  expect(await revoke(other, true)).toBe(true);
  expect((await site.events()).filter((kind) => kind === 'role_change')).toHaveLength(4);
});

test('a role for an account that ends at that moment is not granted, and not logged', async () => {
  const site = memberSite();
  await site.member(email);
  const roles = { ...site.ports.roles, grant: async () => false };
  const added = await addRole({ ...site.ports, roles }, { email, context });
  expect(added._unsafeUnwrapErr()).toEqual({ kind: 'user_not_found' });
  expect(await site.events()).not.toContain('role_change');
});

test('a banned account is signed out and cannot return until the ban is lifted', async () => {
  const site = memberSite();
  const { user } = await site.member(email);
  expect(
    (await banAccount(site.ports, { recipient: 'no@example.com', force: false, context })).isErr(),
  ).toBe(true);
  (await banAccount(site.ports, { recipient: email, force: false, context }))._unsafeUnwrap();
  expect(await site.ports.sessions.ofUser(user.id)).toEqual([]);
  expect((await site.signIn(email))._unsafeUnwrapErr().kind).toBe('user_banned');
  expect((await unbanAccount(site.ports, { recipient: email, context }))._unsafeUnwrap()).toBe(
    true,
  );
  expect((await unbanAccount(site.ports, { recipient: email, context }))._unsafeUnwrap()).toBe(
    false,
  );
  expect((await unbanAccount(site.ports, { recipient: '32470000000', context })).isErr()).toBe(
    true,
  );
  expect((await site.signIn(email)).isOk()).toBe(true);
  await site.ports.roles.grant(user.id, 'admin', 1);
  const last = await banAccount(site.ports, { recipient: email, force: false, context });
  expect(last._unsafeUnwrapErr().kind).toBe('last_admin');
  expect((await banAccount(site.ports, { recipient: email, force: true, context })).isOk()).toBe(
    true,
  );
});

test('of two admins banned at once one remains', async () => {
  const site = memberSite();
  for (const address of [email, other]) {
    await site.member(address);
    await addRole(site.ports, { email: address, context });
  }
  const banned = await Promise.all(
    [email, other].map((recipient) => banAccount(site.ports, { recipient, force: false, context })),
  );
  expect(banned.map((result) => (result.isOk() ? 'banned' : result.error.kind)).toSorted()).toEqual(
    ['banned', 'last_admin'],
  );
  const signIns = await Promise.all([email, other].map((address) => site.signIn(address)));
  expect(signIns.filter((signedIn) => signedIn.isOk())).toHaveLength(1);
});

test('the sessions of one account end, or those of all', async () => {
  const site = memberSite();
  await site.member(email);
  await site.member(other);
  expect((await endSessions(site.ports, { recipient: email, context }))._unsafeUnwrap()).toBe(1);
  expect((await endSessions(site.ports, { recipient: undefined, context }))._unsafeUnwrap()).toBe(
    1,
  );
  expect((await endSessions(site.ports, { recipient: 'no@example.com', context })).isErr()).toBe(
    true,
  );
});

test('the operator unlocks an account, and an address without one', async () => {
  const site = memberSite();
  await site.member(email);
  for (const address of [email, 'no@example.com']) {
    for (let i = 0; i < 5; i += 1) await site.signIn(address, 'wrong');
    const unlock = () => unlockAccount(site.ports, settings, { recipient: address, context });
    expect((await unlock())._unsafeUnwrap()).toBe(true);
    expect((await unlock())._unsafeUnwrap()).toBe(false);
  }
  expect((await site.signIn(email)).isOk()).toBe(true);
  const phone = { recipient: '32470123456', context };
  expect((await unlockAccount(site.ports, settings, phone))._unsafeUnwrap()).toBe(false);
  const bad = { recipient: 'x', context };
  expect((await unlockAccount(site.ports, settings, bad)).isErr()).toBe(true);
});

test('an account is unlocked by its number too, under which nothing is counted', async () => {
  const site = memberSite();
  const { user } = await site.member(email);
  const phone = phoneOf('32470123456');
  (await site.ports.users.change(user.id, (one) => ({ ...one, phone })))._unsafeUnwrap();
  for (let i = 0; i < 5; i += 1) await site.signIn(email, 'wrong');
  const request = { recipient: phone, context };
  expect((await unlockAccount(site.ports, settings, request))._unsafeUnwrap()).toBe(true);
  expect((await site.signIn(email)).isOk()).toBe(true);
});

test('a wrong token is logged with its user agent, and what is no guess is not', async () => {
  const site = memberSite();
  const setUp = (token: string, chosen = password, ip = context.ip) =>
    setUpFirstAdmin(site.ports, settings, {
      email,
      password: chosen,
      token,
      context: { ...context, ip },
    }).then((done) => (done.isErr() ? done.error.kind : 'done'));
  // There is no token before the server made one.
  expect(await setUp('')).toBe('setup_token_wrong');
  const token = (await openSetup(site.ports)) ?? '';
  expect(await setUp(token, 'short')).toBe('weak_password');
  for (let i = 1; i < 10; i += 1) await setUp('wrong');
  expect(await setUp(token)).toBe('over_request_rate_limit');
  expect(await site.logged('auth_failure')).toEqual(
    Array.from({ length: 10 }, () => ({
      userId: undefined,
      reason: 'setup_token_wrong',
      action: 'admin_setup',
    })),
  );
  for (let i = 0; i < 90; i += 1) await setUp('wrong', password, `198.51.100.${i}`);
  expect(await setUp(token, password, '203.0.113.1')).toBe('over_request_rate_limit');
  site.clock.advance(hourMs);
  expect(await setUp(token)).toBe('done');
});

test('of two set-ups at once one is the first admin, and the other one is rejected', async () => {
  const site = memberSite();
  const token = (await openSetup(site.ports)) ?? '';
  const both = await Promise.all(
    [email, other].map((address) =>
      setUpFirstAdmin(site.ports, settings, { email: address, password, token, context }),
    ),
  );
  expect(both.map((done) => (done.isErr() ? done.error.kind : done.value.user.email))).toEqual([
    email,
    'setup_closed',
  ]);
  expect((await listAdmins(site.ports)).map((user) => user.email)).toEqual([email]);
  expect(await site.logged('admin_setup')).toMatchObject([{ account: 'created' }]);
});

test('the first admin takes over an account that a stranger made and locked', async () => {
  const site = memberSite();
  const { user } = await site.member(email);
  for (let i = 0; i < 5; i += 1) await site.signIn(email, 'wrong');
  const token = (await openSetup(site.ports)) ?? '';
  const fresh = { email, password: 'Another-1!duin', token, context };
  const made = (await setUpFirstAdmin(site.ports, settings, fresh))._unsafeUnwrap();
  expect(made).toMatchObject({ user: { id: user.id }, existed: true });
  expect(made.user.identities).toMatchObject([{ subject: user.id, data: { sub: user.id, email } }]);
  expect((await site.signIn(email, fresh.password)).isOk()).toBe(true);
  expect(await site.logged('admin_setup')).toEqual([{ userId: user.id, account: 'taken over' }]);
});

test('a password of an admin is made neither of the address nor of the name of the site', async () => {
  const site = memberSite();
  for (const [address, weak] of [
    ['kraanvogel@example.com', 'Kraanvogel-1'],
    [email, `${siteName}-2026!`],
  ] as const) {
    const added = await addAdmin(site.ports, settings, { email: address, password: weak, context });
    expect(added._unsafeUnwrapErr()).toMatchObject({ kind: 'weak_password', reasons: ['pwned'] });
  }
});

test('each change of an admin is logged with what became of the account', async () => {
  const site = memberSite();
  const { user } = await site.member(email);
  const add = (address: string) =>
    addAdmin(site.ports, settings, { email: address, password: 'Another-1!duin', context });
  (await addRole(site.ports, { email, context }))._unsafeUnwrap();
  await addRole(site.ports, { email, context });
  (await add(email))._unsafeUnwrap();
  const made = (await add(other))._unsafeUnwrap().user;
  (await revokeAdmin(site.ports, { email: other, force: false, context }))._unsafeUnwrap();
  (await add(other))._unsafeUnwrap();
  expect(await site.logged('role_change')).toEqual([
    { userId: user.id, change: 'admin granted', account: 'kept' },
    { userId: user.id, change: 'admin kept', account: 'taken over' },
    { userId: made.id, change: 'admin granted', account: 'created' },
    { userId: made.id, change: 'admin revoked' },
    { userId: made.id, change: 'admin granted', account: 'taken over' },
  ]);
});

test('an admin whose account is gone is not listed', async () => {
  const site = memberSite();
  for (const address of [email, other]) {
    await site.member(address);
    await addRole(site.ports, { email: address, context });
  }
  await site.ports.users.remove((await site.userOf(email))?.id ?? '');
  expect((await listAdmins(site.ports)).map((user) => user.email)).toEqual([other]);
});

test('an account that nobody has is not found', async () => {
  const { ports } = memberSite();
  const unknown = { kind: 'user_not_found' };
  for (const done of [
    addRole(ports, { email, context }),
    banAccount(ports, { recipient: email, force: true, context }),
    unbanAccount(ports, { recipient: email, context }),
    endSessions(ports, { recipient: email, context }),
  ])
    expect((await done)._unsafeUnwrapErr()).toEqual(unknown);
});

test('a ban holds for a lifetime, and it and its end are logged', async () => {
  const site = memberSite();
  const { user } = await site.member(email);
  await banAccount(site.ports, { recipient: email, force: false, context });
  site.clock.advance(99 * 365 * dayMs);
  expect((await site.signIn(email))._unsafeUnwrapErr().kind).toBe('user_banned');
  await unbanAccount(site.ports, { recipient: email, context });
  await unbanAccount(site.ports, { recipient: email, context });
  expect(await site.logged('account_banned')).toEqual([{ userId: user.id, change: 'banned' }]);
  expect(await site.logged('account_unbanned')).toEqual([{ userId: user.id, change: 'unbanned' }]);
});

test('a session that starts while a ban is being stored is ended by it', async () => {
  const site = memberSite();
  const { user } = await site.member(email);
  const { users, sessions } = site.ports;
  const change: typeof users.change = async (...given) => {
    // By then whatever the ban does at the same time has begun; once it is stored, nobody signs in.
    await Promise.resolve();
    const isStored = (await site.userOf(email))?.bannedUntil !== undefined;
    if (!isStored) (await site.signIn(email))._unsafeUnwrap();
    return users.change(...given);
  };
  const ports = { ...site.ports, users: { ...users, change } };
  (await banAccount(ports, { recipient: email, force: false, context }))._unsafeUnwrap();
  expect(await sessions.ofUser(user.id)).toEqual([]);
});

test('with the sessions of an account end its codes, and those of others only with all', async () => {
  const site = memberSite();
  const ids: string[] = [];
  for (const address of [email, other]) ids.push((await site.member(address)).user.id);
  const issue = () =>
    Promise.all(
      ids.map((userId) =>
        site.ports.flows.issueCode({
          hash: userId,
          userId,
          securityStamp: 0,
          challenge: { challenge: '', method: 's256' },
          method: 'password',
          expiresAt: site.clock.now() + 1,
        }),
      ),
    );
  const left = async () => {
    const taken = await Promise.all(ids.map((id) => site.ports.flows.takeCode(id)));
    return taken.map((code) => code !== undefined);
  };
  await issue();
  await endSessions(site.ports, { recipient: email, context });
  expect(await left()).toEqual([false, true]);
  await issue();
  await endSessions(site.ports, { recipient: undefined, context });
  expect(await left()).toEqual([false, false]);
  await issue();
  await banAccount(site.ports, { recipient: email, force: false, context });
  expect(await left()).toEqual([false, true]);
  expect(await site.logged('session_revoked')).toEqual([
    { userId: ids[0], change: 'all sessions ended' },
    { userId: undefined, change: 'all sessions of all accounts ended' },
  ]);
});

test('only a lock that was there is logged as lifted', async () => {
  const site = memberSite();
  const { user } = await site.member(email);
  const unlock = (recipient: string) => unlockAccount(site.ports, settings, { recipient, context });
  for (let i = 0; i < 4; i += 1) await site.signIn(email, 'wrong');
  await unlock(email);
  for (const address of [email, 'no@example.com']) {
    for (let i = 0; i < 5; i += 1) await site.signIn(address, 'wrong');
    await unlock(address);
    await unlock(address);
  }
  expect(await site.logged('unlock')).toEqual([
    { userId: user.id, change: 'unlocked' },
    { userId: undefined, change: 'unlocked' },
  ]);
});
