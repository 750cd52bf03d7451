import type { UserStore } from '@coachsite/core/account';
import { err } from '@coachsite/core/kernel';
import { signUpAnonymously } from '@coachsite/core/sign-in';
import { emailOf } from '@coachsite/core/testing';
import { expect, test } from 'vitest';
import { noticeOfIdentity } from '#core/src/federation/notice-of-identity.ts';
import { context, memberSite, settings } from './support/member-site.ts';
import {
  away,
  back,
  challenge,
  email,
  errorOf,
  exchange,
  other,
  person,
  signIn,
  unlucky,
  unproved,
} from './support/provider-site.ts';

test('an address that a member confirmed is linked, and the member is notified and it is logged, and the sessions go on', async () => {
  const site = memberSite();
  const { user, session } = await site.member(email);
  await signIn(site);
  expect(site.mailTo(email)).toMatchObject({ kind: 'identity_linked', provider: 'partner' });
  expect(await site.logged('identity_change')).toEqual([
    { userId: user.id, provider: 'partner', change: 'linked' },
  ]);
  expect(await site.ports.sessions.byId(session.id)).toBeDefined();
});

test('an account whose address changed while it was linked is not linked', async () => {
  const site = memberSite();
  const { user } = await site.member(email);
  const change: UserStore['change'] = async (id, rule) => {
    await site.ports.users.change(id, (held) => ({ ...held, email: emailOf(other) }));
    return site.ports.users.change(id, rule);
  };
  const ports = { ...site.ports, users: { ...site.ports.users, change } };
  const query = await away(site, person);
  const done = (await back({ ...site, ports }, query))._unsafeUnwrap();
  if (done.kind !== 'session') throw new Error('no session');
  expect(done.granted.user.id).not.toBe(user.id);
  expect((await site.ports.users.byId(user.id))?.identities).toHaveLength(1);
});

test('an identity is linked to whom it may be linked to, and otherwise the error says why', async () => {
  const site = memberSite();
  const { user, session } = await site.member(email);
  const linkTo = session;
  const kind = async (claims = { ...person, sub: 'new', email: other }) =>
    errorOf(await signIn(site, claims, { linkTo }));
  expect(errorOf(await signIn(site, person, { linkTo, browserSecret: undefined }))).toEqual({
    kind: 'bad_oauth_state',
  });
  const set = (change: Partial<typeof user>) =>
    site.ports.users.change(user.id, (held) => ({ ...held, ...change }));
  await set({ bannedUntil: site.clock.now() + 1 });
  expect(await kind()).toEqual({ kind: 'user_banned' });
  await set({ bannedUntil: undefined });
  await set({ identities: user.identities.map((each) => ({ ...each, provider: 'sso:1' })) });
  expect(await kind()).toEqual({ kind: 'user_sso_managed' });
  await set({ identities: user.identities });
  await site.protect(user.id);
  expect(await kind()).toEqual({ kind: 'insufficient_aal' });
  await site.ports.factors.change(user.id, (state) => ({
    state: { ...state, factors: [] },
    result: undefined,
  }));
  const bad = unlucky(site);
  const query = await away(site, person, { linkTo });
  expect(errorOf(await back(bad.site, query))).toEqual({ kind: 'session_not_found' });
  const taken: UserStore['change'] = async (id, rule) => {
    await signIn(site, { sub: 'new', email: 'cas@example.com', email_verified: true });
    return site.ports.users.change(id, rule);
  };
  const racing = {
    ...site,
    ports: { ...site.ports, users: { ...site.ports.users, change: taken } },
  };
  const late = await away(site, { ...person, sub: 'new' }, { linkTo });
  expect(errorOf(await back(racing, late))).toEqual({ kind: 'identity_already_exists' });
  const mailTaken = async () => err({ kind: 'email_exists' } as const);
  const users = { ...site.ports.users, change: mailTaken };
  const last = await away(site, { ...person, sub: 'last' }, { linkTo });
  expect(errorOf(await back({ ...site, ports: { ...site.ports, users } }, last))).toEqual({
    kind: 'identity_already_exists',
  });
  expect((await site.ports.users.byId(user.id))?.identities).toHaveLength(1);
  expect(await kind({ ...person, sub: 'right', email: other })).toBe('done');
  expect(await site.ports.users.byId(user.id)).toMatchObject({ email, isAnonymous: false });
  expect((await site.logged('identity_change')).at(-1)).toEqual({
    userId: user.id,
    provider: 'partner',
    change: 'linked',
  });
  expect(site.mailTo(email)).toMatchObject({ kind: 'identity_linked', provider: 'partner' });
  await site.ports.users.remove(user.id);
  expect(await kind()).toEqual({ kind: 'session_not_found' });
});

test('a visitor without an address gets that of the linked identity, if it is proved and free', async () => {
  for (const [claims, expected] of [
    [person, email],
    [unproved, undefined],
    [{ ...person, email: other }, undefined],
    [{ sub: 'person-1' }, undefined],
  ] as const) {
    const site = memberSite();
    await site.member(other);
    const anonymous = await signUpAnonymously(site.ports, settings, { data: {}, context });
    const { user, session } = await site.current(anonymous._unsafeUnwrap());
    expect(errorOf(await signIn(site, claims, { linkTo: session }))).toBe('done');
    expect(await site.ports.users.byId(user.id)).toMatchObject({
      email: expected,
      isAnonymous: false,
      emailConfirmedAt: expected && site.clock.now(),
    });
  }
});

test('an identity is linked by a code only while its session lasts', async () => {
  const site = memberSite();
  const { user, session } = await site.member(email);
  const asked = { linkTo: session, challenge, browserSecret: undefined };
  const done = await signIn(site, person, asked);
  await site.ports.sessions.remove(session.id);
  expect((await exchange(site, done))._unsafeUnwrapErr()).toEqual({ kind: 'session_not_found' });
  expect((await site.ports.users.byId(user.id))?.identities).toHaveLength(1);
});

test('an account without an address gets no notice', async () => {
  const { ports, member } = memberSite();
  const { user } = await member(email);
  const mails = ports.messenger.sent.length;
  const notice = { change: 'linked', provider: 'partner', language: 'nl' } as const;
  await noticeOfIdentity(ports, { ...notice, user: { ...user, email: undefined } });
  expect(ports.messenger.sent).toHaveLength(mails);
});
