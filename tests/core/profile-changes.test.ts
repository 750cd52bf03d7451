import { blankUser, type User } from '@coachsite/core/account';
import { minuteMs } from '@coachsite/core/kernel';
import { updateUser } from '@coachsite/core/profile';
import { resend, signUpAnonymously } from '@coachsite/core/sign-in';
import { emailOf } from '@coachsite/core/testing';
import { expect, test } from 'vitest';
import { withPassword } from '#core/src/profile/change-password.ts';
import { context, link, memberSite, password, settings } from './support/member-site.ts';

type Site = ReturnType<typeof memberSite>;
type Current = Awaited<ReturnType<Site['member']>>;

const email = 'ann@example.com';
const other = 'bo@example.com';
const fresh = 'Another-1!duin';
const open = { ...settings, autoconfirm: true };
const update = (
  site: Site,
  current: Current,
  change: Parameters<typeof updateUser>[2]['change'],
  some: Parameters<typeof updateUser>[1] = settings,
) => updateUser(site.ports, some, { ...current, change, link, context });

const identity = (provider: string, subject = '1') => ({
  id: provider,
  provider,
  subject,
  data: {},
  createdAt: 0,
  updatedAt: 0,
  lastSignInAt: undefined,
});
const userWith = (identities: User['identities'], address: string | undefined = email): User => ({
  ...blankUser('u', 0),
  email: address === undefined ? undefined : emailOf(address),
  passwordUnverified: true,
  identities,
});
const secured = (user: User) => withPassword(user, 'hash', { identityId: 'new', now: 5 });

test('with a password, a user of a provider can sign in by e-mail; nobody else gets an identity', () => {
  const partner = identity('partner');
  expect(secured(userWith([partner]))).toMatchObject({
    passwordHash: 'hash',
    passwordUnverified: false,
    identities: [
      partner,
      { id: 'new', provider: 'email', subject: 'u', createdAt: 5, data: { email, sub: 'u' } },
    ],
  });
  for (const user of [
    userWith([partner, identity('email')]),
    { ...userWith([partner]), email: undefined },
  ])
    expect(secured(user).identities).toEqual(user.identities);
});

test('the identity that comes with a password is stored as one of the account', async () => {
  const site = memberSite();
  const current = await site.member(email);
  const identities = [identity('partner')];
  await site.ports.users.change(current.user.id, (user) => ({ ...user, identities }));
  const changed = (await update(site, current, { password: fresh }))._unsafeUnwrap();
  expect(changed.identities).toMatchObject([
    { id: 'partner' },
    { id: expect.stringMatching(/^[\w-]{36}$/), createdAt: site.clock.now() },
  ]);
});

test('a change of address waits for the mail that was asked for it again', async () => {
  const site = memberSite();
  const current = await site.member(email);
  await resend(site.ports, settings, { type: 'email_change', email: other, link, context });
  expect((await update(site, current, { email: other }))._unsafeUnwrapErr().kind).toBe(
    'over_email_send_rate_limit',
  );
});

test('a new password is made neither of the own address nor of the name of the site', async () => {
  const site = memberSite();
  const current = await site.member('duinenzee@example.com');
  for (const weak of ['Duinenzee-1', `${settings.siteName}-2026!`])
    expect((await update(site, current, { password: weak }))._unsafeUnwrapErr()).toMatchObject({
      kind: 'weak_password',
      reasons: ['pwned'],
    });
});

test('a session as old as that needs proof, and one of ten minutes where nothing is set', async () => {
  const site = memberSite();
  const current = await site.member(email);
  const unset = { ...settings, reauthAfterMs: undefined };
  site.clock.advance(10 * minuteMs - 1);
  expect((await update(site, current, { password: fresh }, unset)).isOk()).toBe(true);
  site.clock.advance(1);
  const more = { password: 'Another-2!duin' };
  expect((await update(site, current, more, unset))._unsafeUnwrapErr().kind).toBe(
    'current_password_required',
  );
  site.clock.advance(settings.reauthAfterMs - 10 * minuteMs - 1);
  expect((await update(site, current, more)).isOk()).toBe(true);
  site.clock.advance(1);
  expect((await update(site, current, { password: fresh }))._unsafeUnwrapErr().kind).toBe(
    'current_password_required',
  );
});

test('a session of before the clock was set back needs proof, as its age is not known', async () => {
  const site = memberSite();
  const current = await site.member(email);
  site.clock.advance(-(settings.reauthAfterMs - 1));
  expect((await update(site, current, { password: fresh })).isOk()).toBe(true);
  site.clock.advance(-1);
  const more = { password: 'Another-2!duin' };
  expect((await update(site, current, more))._unsafeUnwrapErr().kind).toBe(
    'current_password_required',
  );
});

test('a new password is logged, and its mail names the providers that sign in as before', async () => {
  const site = memberSite();
  const current = await site.member(email);
  await site.ports.users.change(current.user.id, (user) => ({
    ...user,
    identities: [...user.identities, identity('phone'), identity('partner')],
  }));
  (await update(site, current, { password: fresh }))._unsafeUnwrap();
  expect(site.mailTo(email)).toMatchObject({ kind: 'password_changed', providers: ['partner'] });
  expect(await site.logged('password_change')).toEqual([{ userId: current.user.id }]);
  site.state.hasherFull = true;
  const more = await update(site, current, { password: 'Another-2!duin' });
  expect(more._unsafeUnwrapErr().kind).toBe('overloaded');
});

test('an address is taken at once only of an anonymous visitor on a site that confirms none', async () => {
  const site = memberSite();
  const anonymous = async () =>
    site.current(
      (await signUpAnonymously(site.ports, open, { data: {}, context }))._unsafeUnwrap(),
    );
  const member = await site.member('cas@example.com');
  const pending = { email: member.user.email, newEmail: other };
  expect((await update(site, member, { email: other }, open))._unsafeUnwrap()).toMatchObject(
    pending,
  );
  const asked = await update(site, await anonymous(), { email }, settings);
  expect(asked._unsafeUnwrap()).toMatchObject({ email: undefined, newEmail: email });
  const sent = site.ports.messenger.sent.length;
  const visitor = await anonymous();
  const taken = (await update(site, visitor, { email: 'dee@example.com' }, open))._unsafeUnwrap();
  expect(taken).toMatchObject({ email: 'dee@example.com', newEmail: undefined });
  expect(taken.identities).toMatchObject([{ provider: 'email', subject: taken.id }]);
  expect(site.ports.messenger.sent).toHaveLength(sent);
  expect(await site.logged('email_change')).toEqual([{ userId: visitor.user.id }]);
});

test('when two visitors take an address at once, one of them gets the error that it is taken', async () => {
  const site = memberSite();
  const visitors: Current[] = [];
  for (let i = 0; i < 2; i += 1) {
    const granted = await signUpAnonymously(site.ports, open, { data: {}, context });
    visitors.push(await site.current(granted._unsafeUnwrap()));
  }
  const both = await Promise.all(visitors.map((one) => update(site, one, { email }, open)));
  expect(both.map((done) => (done.isErr() ? done.error.kind : 'taken'))).toEqual([
    'taken',
    'email_exists',
  ]);
});

test('what a change does not name stays, and nobody is written to about it', async () => {
  const site = memberSite();
  const current = await site.member(email);
  const pending = (
    await update(site, current, { email: other, phone: '+32470111222' })
  )._unsafeUnwrap();
  const { granted } = (await site.signIn(email))._unsafeUnwrap();
  const count = () => site.ports.messenger.sent.length + site.ports.phoneMessenger.sent.length;
  const before = [count(), await site.events()];
  site.clock.advance(1000);
  const changed = await update(site, { ...current, user: pending }, { data: { name: 'Ann' } });
  const { updatedAt: _at, metadata, ...rest } = changed._unsafeUnwrap();
  const { updatedAt: _before, metadata: old, ...same } = (await site.userOf(email)) ?? pending;
  expect(rest).toEqual(same);
  expect(rest).toMatchObject({
    newEmail: other,
    emailChangeSentAt: pending.emailChangeSentAt,
    newPhone: '32470111222',
    phoneChangeSentAt: pending.phoneChangeSentAt,
  });
  expect(metadata).toEqual({ ...pending.metadata, name: 'Ann' });
  expect(old).toEqual(metadata);
  expect([count(), await site.events()]).toEqual(before);
  expect(await site.ports.sessions.byId(granted.session.id)).toBeDefined();
});

test('only the server says that an address is verified', async () => {
  const site = memberSite();
  const { user, session } = await site.member(email);
  const mark = async (own: boolean | undefined, asked: boolean) => {
    const { email_verified: _own, ...metadata } = user.metadata;
    const kept = { ...metadata, ...(own === undefined ? {} : { email_verified: own }) };
    await site.ports.users.change(user.id, (current) => ({ ...current, metadata: kept }));
    const change = { data: { email_verified: asked } };
    return (await update(site, { user, session }, change))._unsafeUnwrap().metadata;
  };
  expect(await mark(true, false)).toMatchObject({ email_verified: true });
  expect(await mark(false, true)).toMatchObject({ email_verified: false });
  expect(await mark(undefined, true)).not.toHaveProperty('email_verified');
});

test('of a SAML user what the provider does not manage is changed', async () => {
  const site = memberSite();
  const { user, session } = await site.member(email);
  const identities = user.identities.map((each) => ({ ...each, provider: 'sso:1' }));
  const sso = { user: { ...user, identities }, session };
  for (const change of [{ nonce: '000000' }, { password }, { phone: '+32470111222' }])
    expect((await update(site, sso, change))._unsafeUnwrapErr()).toEqual({
      kind: 'user_sso_managed',
    });
  expect((await update(site, sso, { data: { name: 'Ann' } })).isOk()).toBe(true);
});
