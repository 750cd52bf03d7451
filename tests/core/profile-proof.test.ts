import { closeAccount, reauthenticate, startLink, updateUser } from '@coachsite/core/profile';
import { resendSms, signUpByPhone } from '@coachsite/core/sign-in';
import { emailOf, phoneOf } from '@coachsite/core/testing';
import { expect, test } from 'vitest';
import { context, link, memberSite, password, settings } from './support/member-site.ts';

type Site = ReturnType<typeof memberSite>;
type Current = Awaited<ReturnType<Site['member']>>;

const email = 'ann@example.com';
const other = 'bo@example.com';
const minute = 60_000;

const close = async (
  site: Site,
  current: Current,
  proof: { password?: string; nonce?: string } = {},
) => {
  const request = { ...current, password: proof.password, nonce: proof.nonce };
  const closed = await closeAccount(site.ports, settings, { ...request, language: 'nl', context });
  return closed.isErr() ? closed.error.kind : 'closed';
};
/** Sends a nonce; returns a wrong one. */
const ask = async (site: Site, { user }: Current) => {
  site.clock.advance(settings.emailIntervalMs);
  (await reauthenticate(site.ports, settings, { user, language: 'nl', context }))._unsafeUnwrap();
  return site.codeTo(user.email ?? '') === '000000' ? '111111' : '000000';
};
const unlock = (site: Site) => site.ports.lockouts.clear(email);
const phoneMember = async (site: Site, phone = '32470123456') => {
  const open = { ...settings, autoconfirm: true };
  const request = { phone, password, data: {}, language: 'nl', context } as const;
  await signUpByPhone(site.ports, open, request);
  const user = await site.ports.users.byPhone(phoneOf(phone));
  if (!user) throw new Error('no account');
  const [session] = await site.ports.sessions.ofUser(user.id);
  if (!session) throw new Error('no session');
  return { user, session };
};

test('each wrong password is logged with what it was for, and the lock that the last one causes', async () => {
  const site = memberSite();
  const ann = await site.member(email);
  const wrong = { userId: ann.user.id, reason: 'invalid_credentials', action: 'close_account' };
  for (let i = 1; i <= 5; i += 1) {
    expect(await close(site, ann, { password: 'wrong' })).toBe('invalid_credentials');
    expect(await site.logged('lock')).toHaveLength(i < 5 ? 0 : 1);
  }
  expect(await close(site, ann, { password })).toBe('account_locked');
  expect(await site.logged('auth_failure')).toEqual(Array.from({ length: 5 }, () => wrong));
});

test('each wrong nonce is logged too, and while the account is locked none is looked at', async () => {
  const site = memberSite();
  const ann = await site.member(email);
  const wrong = await ask(site, ann);
  const reason = 'reauthentication_not_valid';
  for (let i = 1; i <= 5; i += 1) {
    expect(await close(site, ann, { nonce: wrong })).toBe(reason);
    expect(await site.logged('lock')).toHaveLength(i < 5 ? 0 : 1);
  }
  const logged = Array.from({ length: 5 }, () => ({
    userId: ann.user.id,
    reason,
    action: 'close_account',
  }));
  // Of a nonce that is not there the lock says nothing.
  expect(await close(site, ann, { nonce: wrong })).toBe(reason);
  await ask(site, ann);
  expect(await close(site, ann, { nonce: site.codeTo(email) })).toBe('account_locked');
  expect(await site.logged('auth_failure')).toEqual(logged);
});

test('a wrong nonce for a new password is logged as such', async () => {
  const site = memberSite();
  const ann = await site.member(email);
  site.clock.advance(settings.reauthAfterMs + 1);
  const change = { password: 'Another-1!duin', nonce: await ask(site, ann) };
  await updateUser(site.ports, settings, { ...ann, change, link, context });
  expect(await site.logged('auth_failure')).toMatchObject([{ action: 'password_change' }]);
});

test('a guess without a nonce that could be guessed locks nothing, however often', async () => {
  const site = memberSite();
  const ann = await site.member(email);
  for (let i = 0; i < 4; i += 1) await close(site, ann, { password: 'wrong' });
  for (let i = 0; i < 30; i += 1)
    expect(await close(site, ann, { nonce: '000000' })).toBe('reauthentication_not_valid');
  expect(await site.logged('lock')).toEqual([]);
  expect((await site.signIn(email)).isOk()).toBe(true);
});

test('twenty wrong nonces an hour are looked at, whatever unlocks the account, and those of others go on', async () => {
  const site = memberSite();
  const ann = await site.member(email);
  const bo = await site.member(other);
  const guess = async () => {
    const wrong = await ask(site, ann);
    const found = [];
    for (let i = 0; i < 5; i += 1) found.push(await close(site, ann, { nonce: wrong }));
    return found.at(-1);
  };
  for (let round = 0; round < 3; round += 1) {
    expect(await guess()).toBe('reauthentication_not_valid');
    // Those that a lock stops are not counted.
    expect(await guess()).toBe('account_locked');
    await unlock(site);
  }
  expect(await guess()).toBe('reauthentication_not_valid');
  await unlock(site);
  await ask(site, ann);
  expect(await close(site, ann, { nonce: site.codeTo(email) })).toBe('over_request_rate_limit');
  await ask(site, bo);
  expect(await close(site, bo, { nonce: site.codeTo(other) })).toBe('closed');
});

test('right nonces are not counted, however many', async () => {
  const site = memberSite();
  const ann = await site.member(email);
  site.clock.advance(settings.reauthAfterMs);
  const rare = { ...settings, emailIntervalMs: 0 };
  for (let i = 0; i < 25; i += 1) {
    if (i % 5 === 0) site.clock.advance(8 * minute);
    await reauthenticate(site.ports, rare, { user: ann.user, language: 'nl', context });
    const change = { password: `Another-${i}!duin`, nonce: site.codeTo(email) };
    const changed = await updateUser(site.ports, settings, { ...ann, change, link, context });
    expect(changed.isOk()).toBe(true);
  }
});

test('a nonce is a code without a link, and its sending is kept and logged', async () => {
  const site = memberSite();
  const ann = await site.member(email);
  await ask(site, ann);
  expect(site.mailTo(email)?.kind).toBe('reauthentication');
  expect((await site.userOf(email))?.reauthenticationSentAt).toBe(site.clock.now());
  expect((await site.logged('message_request')).at(-1)).toEqual({
    userId: ann.user.id,
    message: 'reauthentication',
  });
  const taken = () =>
    site.ports.tokens.takeByCode(email, ['reauthentication'], () => true, site.clock.now());
  expect(await taken()).toMatchObject({
    type: 'reauthentication',
    linkHash: undefined,
    confirmsPassword: true,
  });
});

test('without the second factor of the account it is not closed, linked or changed', async () => {
  const site = memberSite();
  const ann = await site.member(email);
  await site.protect(ann.user.id);
  const rejected = { kind: 'insufficient_aal' };
  expect(await close(site, ann, { password })).toBe('insufficient_aal');
  const start = {
    provider: 'partner',
    redirectTo: link.redirectTo,
    challenge: undefined,
    scopes: '',
    query: {},
    browserSecret: 'secret',
  };
  expect((await startLink(site.ports, settings, { ...ann, ...start }))._unsafeUnwrapErr()).toEqual(
    rejected,
  );
  for (const change of [{ email: other }, { phone: '+32470111222' }, { password: 'x' }]) {
    const changed = await updateUser(site.ports, settings, { ...ann, change, link, context });
    expect(changed._unsafeUnwrapErr()).toEqual(rejected);
  }
  const change = { data: { name: 'Ann' } };
  const changed = await updateUser(site.ports, settings, { ...ann, change, link, context });
  expect(changed.isOk()).toBe(true);
});

test('an account with a number only is closed, and gets a new password, without a mail', async () => {
  const site = memberSite();
  const current = await phoneMember(site);
  const change = { password: 'Another-1!duin' };
  const changed = await updateUser(site.ports, settings, { ...current, change, link, context });
  const user = changed._unsafeUnwrap();
  expect(user.identities.map(({ provider }) => provider)).toEqual(['phone']);
  expect(await close(site, { ...current, user }, change)).toBe('closed');
  expect(site.ports.messenger.sent).toEqual([]);
});

test('a number of another account, or one that was asked for just now, gets no code; the own one stays', async () => {
  const site = memberSite();
  await phoneMember(site);
  const ann = await site.member(email);
  const update = (phone: string, of = ann, some: Parameters<typeof updateUser>[1] = settings) =>
    updateUser(site.ports, some, { ...of, change: { phone }, link, context });
  expect((await update('+32470123456'))._unsafeUnwrapErr()).toEqual({ kind: 'phone_exists' });
  (await update('+32470111222'))._unsafeUnwrap();
  const again = { type: 'phone_change', phone: '32470111222', language: 'nl', context } as const;
  await resendSms(site.ports, settings, again);
  expect(site.ports.phoneMessenger.sent).toHaveLength(1);
  const open = { ...settings, autoconfirm: true };
  const moved = (await update('+32470333444', ann, open))._unsafeUnwrap();
  expect(moved).toMatchObject({ phone: '32470333444', newPhone: undefined });
  expect(site.mailTo(email)?.kind).toBe('phone_changed');
  expect(await site.logged('phone_change')).toEqual([{ userId: ann.user.id }]);
  (await update('+32470333444', { ...ann, user: moved }))._unsafeUnwrap();
  expect(site.ports.phoneMessenger.sent).toHaveLength(1);
  expect(moved.email).toBe(emailOf(email));
});
