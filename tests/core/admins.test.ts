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
import { expect, test } from 'vitest';
import { context, memberSite, password, settings } from './support/member-site.ts';

const email = 'ann@example.com';
const { siteName } = settings;

test('the first admin is set up once, with the token of the operator', async () => {
  const site = memberSite();
  const token = (await openSetup(site.ports)) ?? '';
  expect(token).toMatch(/^[\w-]{32}$/);
  expect(await openSetup(site.ports)).toBe(token);
  const setUp = (given: string, chosen = password) =>
    setUpFirstAdmin(site.ports, siteName, { email, password: chosen, token: given, context });
  expect((await setUp('wrong'))._unsafeUnwrapErr().kind).toBe('setup_token_wrong');
  expect((await setUp(token, 'short'))._unsafeUnwrapErr().kind).toBe('weak_password');
  const { user, existed } = (await setUp(token))._unsafeUnwrap();
  expect([user.email, existed]).toEqual([email, false]);
  expect((await site.signIn(email)).isOk()).toBe(true);
  expect((await setUp(token))._unsafeUnwrapErr().kind).toBe('setup_closed');
  expect(await openSetup(site.ports)).toBeUndefined();
  expect(await site.events()).toContain('admin_setup');
});

test('ten wrong tokens of one address end its tries for a while, and the right one too', async () => {
  const site = memberSite();
  const token = (await openSetup(site.ports)) ?? '';
  const setUp = (given: string, ip = '192.0.2.1') =>
    setUpFirstAdmin(site.ports, siteName, {
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
  const added = (await addAdmin(site.ports, siteName, fresh))._unsafeUnwrap();
  expect(added).toMatchObject({ user: { id: user.id }, existed: true, wasAdmin: false });
  expect((await site.signIn(email)).isErr()).toBe(true);
  expect((await site.signIn(email, 'Another-1!duin')).isOk()).toBe(true);
  expect((await addAdmin(site.ports, siteName, fresh))._unsafeUnwrap().wasAdmin).toBe(true);
  const bad = { ...fresh, email: 'x' };
  expect((await addAdmin(site.ports, siteName, bad))._unsafeUnwrapErr().kind).toBe('invalid_email');
  site.state.hasherFull = true;
  expect((await addAdmin(site.ports, siteName, fresh))._unsafeUnwrapErr().kind).toBe('overloaded');
});

test('the role is granted, listed and revoked, but not that of the last admin', async () => {
  const site = memberSite();
  for (const address of [email, 'bo@example.com']) {
    await site.member(address);
    const granted = (await addRole(site.ports, address, context))._unsafeUnwrap();
    expect(granted).toMatchObject({ existed: true, wasAdmin: false });
    site.clock.advance(1);
  }
  expect((await addRole(site.ports, email, context))._unsafeUnwrap().wasAdmin).toBe(true);
  expect((await addRole(site.ports, 'no@example.com', context)).isErr()).toBe(true);
  expect((await listAdmins(site.ports)).map((user) => user.email)).toEqual([
    email,
    'bo@example.com',
  ]);
  const revoke = (address: string, force = false) =>
    revokeAdmin(site.ports, { email: address, force, context }).then((done) =>
      done.isErr() ? done.error.kind : done.value.wasAdmin,
    );
  expect(await revoke(email)).toBe(true);
  expect(await revoke(email)).toBe(false);
  expect(await revoke('bo@example.com')).toBe('last_admin');
  expect(await revoke('no@example.com')).toBe('user_not_found');
  expect(await revoke('bo@example.com', true)).toBe(true);
  expect((await site.events()).filter((kind) => kind === 'role_change')).toHaveLength(4);
});

test('a banned account is signed out and cannot return until the ban is lifted', async () => {
  const site = memberSite();
  const { user } = await site.member(email);
  expect((await banAccount(site.ports, 'no@example.com', context, false)).isErr()).toBe(true);
  (await banAccount(site.ports, email, context, false))._unsafeUnwrap();
  expect(await site.ports.sessions.ofUser(user.id)).toEqual([]);
  expect((await site.signIn(email))._unsafeUnwrapErr().kind).toBe('user_banned');
  expect((await unbanAccount(site.ports, email, context))._unsafeUnwrap()).toBe(true);
  expect((await unbanAccount(site.ports, email, context))._unsafeUnwrap()).toBe(false);
  expect((await unbanAccount(site.ports, '32470000000', context)).isErr()).toBe(true);
  expect((await site.signIn(email)).isOk()).toBe(true);
  await site.ports.roles.grant(user.id, 'admin', 1);
  const last = await banAccount(site.ports, email, context, false);
  expect(last._unsafeUnwrapErr().kind).toBe('last_admin');
  expect((await banAccount(site.ports, email, context, true)).isOk()).toBe(true);
});

test('the sessions of one account end, or those of all', async () => {
  const site = memberSite();
  await site.member(email);
  await site.member('bo@example.com');
  expect((await endSessions(site.ports, email, context))._unsafeUnwrap()).toBe(1);
  expect((await endSessions(site.ports, undefined, context))._unsafeUnwrap()).toBe(1);
  expect((await endSessions(site.ports, 'no@example.com', context)).isErr()).toBe(true);
});

test('the operator unlocks an account, and an address without one', async () => {
  const site = memberSite();
  await site.member(email);
  for (const address of [email, 'no@example.com']) {
    for (let i = 0; i < 5; i += 1) await site.signIn(address, 'wrong');
    const unlock = () =>
      unlockAccount(site.ports, settings.lockout, { recipient: address, context });
    expect((await unlock())._unsafeUnwrap()).toBe(true);
    expect((await unlock())._unsafeUnwrap()).toBe(false);
  }
  expect((await site.signIn(email)).isOk()).toBe(true);
  const phone = { recipient: '32470123456', context };
  expect((await unlockAccount(site.ports, settings.lockout, phone))._unsafeUnwrap()).toBe(false);
  const bad = { recipient: 'x', context };
  expect((await unlockAccount(site.ports, settings.lockout, bad)).isErr()).toBe(true);
});
