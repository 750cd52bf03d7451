import { updateUser } from '@coachsite/core/profile';
import { recover, signUpAnonymously, verify } from '@coachsite/core/sign-in';
import { emailOf, phoneOf } from '@coachsite/core/testing';
import { expect, test } from 'vitest';
import { context, link, memberSite, overtaken, settings } from './support/member-site.ts';

/** What redeeming a code or link leaves behind: other tokens, lockouts, notices and the log. */

const email = 'ann@example.com';
const newEmail = emailOf('ann.new@example.com');
const phone = phoneOf('32470123456');
type Site = ReturnType<typeof memberSite>;
type Current = Awaited<ReturnType<Site['member']>>;

const update = (site: Site, current: Current, change: Parameters<typeof updateUser>[2]['change']) =>
  updateUser(site.ports, settings, { ...current, change, link, context });
const recoverAnn = (site: Site) => recover(site.ports, settings, { email, link, context });
const enter = (
  site: Site,
  type: 'sms' | 'phone_change' | 'email' | 'recovery',
  recipient: string,
  code: string,
) => verify(site.ports, settings, { type, recipient, code, context });

async function withMember() {
  const site = memberSite();
  const current = await site.member(email);
  site.clock.advance(settings.emailIntervalMs);
  const { length } = await site.wholeLog();
  return { site, current, since: async () => (await site.wholeLog()).slice(length) };
}

test('a link or code that is not valid is logged with its kind, and names no account', async () => {
  const { site, since } = await withMember();
  const expired = (type: string) => ({
    actionType: 'auth_failure',
    userId: undefined,
    details: { reason: 'otp_expired', type },
  });
  expect((await enter(site, 'email', email, '000000'))._unsafeUnwrapErr()).toEqual({
    kind: 'otp_expired',
    of: 'code',
  });
  const followed = await verify(site.ports, settings, {
    type: 'recovery',
    linkToken: 'x',
    context,
  });
  expect(followed._unsafeUnwrapErr()).toEqual({ kind: 'otp_expired', of: 'link' });
  expect(await since()).toEqual([expired('email'), expired('recovery')]);
});

test('one of several links is enough: the others are void', async () => {
  const { site, current } = await withMember();
  await recoverAnn(site);
  const first = site.linkTo(email);
  (await update(site, current, { email: newEmail }))._unsafeUnwrap();
  const second = site.linkTo(newEmail);
  const follow = ({ token, type }: typeof first) =>
    verify(site.ports, settings, { type, linkToken: token, context });
  (await follow(first))._unsafeUnwrap();
  expect((await follow(second)).isErr()).toBe(true);
});

test('the first half of a change of address signs nobody in and leaves the other half open', async () => {
  const { site, current, since } = await withMember();
  (await update(site, current, { email: newEmail }))._unsafeUnwrap();
  const { length } = await since();
  const half = (await site.follow(newEmail))._unsafeUnwrap();
  expect(half).toMatchObject({ kind: 'half_confirmed', token: { recipient: newEmail } });
  expect((await since()).slice(length)).toEqual([]);
  const whole = (await site.follow(email))._unsafeUnwrap();
  expect(whole).toMatchObject({ kind: 'user', user: { email: newEmail } });
  expect((await since()).slice(length)).toEqual([
    { actionType: 'email_change', userId: current.user.id, details: { type: 'email_change' } },
  ]);
});

test('another link works while a change of address is half confirmed', async () => {
  const { site, current } = await withMember();
  (await update(site, current, { email: newEmail }))._unsafeUnwrap();
  await recoverAnn(site);
  const recovery = site.linkTo(email);
  (await site.follow(newEmail))._unsafeUnwrap();
  const verified = await verify(site.ports, settings, {
    type: recovery.type,
    linkToken: recovery.token,
    context,
  });
  expect(verified._unsafeUnwrap().kind).toBe('user');
});

test('the notice of a new address goes to the old one, in the language of the account', async () => {
  const { site, current } = await withMember();
  (await update(site, current, { data: { language: 'en' } }))._unsafeUnwrap();
  (await update(site, current, { email: newEmail }))._unsafeUnwrap();
  for (const address of [email, newEmail]) await site.follow(address);
  expect(site.ports.messenger.sent.at(-1)).toEqual({
    kind: 'email_changed',
    to: email,
    language: 'en',
  });
});

test('the first address of an anonymous account is no change to announce', async () => {
  const site = memberSite();
  const granted = (
    await signUpAnonymously(site.ports, settings, { data: {}, context })
  )._unsafeUnwrap();
  (await update(site, await site.current(granted), { email: newEmail }))._unsafeUnwrap();
  (await site.follow(newEmail))._unsafeUnwrap();
  expect(site.ports.messenger.sent.map(({ kind }) => kind)).toEqual(['email_change_new']);
  expect((await site.events()).at(-1)).toBe('email_change');
});

test('a number that another account has confirmed in the meantime is rejected, and an address too', async () => {
  const { site, current } = await withMember();
  const { user } = await site.member('bo@example.com');
  (await update(site, current, { phone }))._unsafeUnwrap();
  await site.ports.users.change(user.id, (one) => ({ ...one, phone }));
  expect((await enter(site, 'phone_change', phone, site.codeTo(phone)))._unsafeUnwrapErr()).toEqual(
    { kind: 'phone_exists' },
  );
  (await update(site, current, { email: newEmail }))._unsafeUnwrap();
  await site.ports.users.change(user.id, (one) => ({ ...one, email: newEmail }));
  await site.follow(email);
  expect((await site.follow(newEmail))._unsafeUnwrapErr()).toEqual({ kind: 'email_exists' });
});

test('a new number is logged and announced by mail, if there is an address', async () => {
  for (const hasEmail of [true, false]) {
    const { site, current, since } = await withMember();
    await site.ports.users.change(current.user.id, (one) => ({
      ...one,
      email: hasEmail ? one.email : undefined,
      metadata: { language: 'en' },
    }));
    (await update(site, current, { phone }))._unsafeUnwrap();
    const sent = site.ports.messenger.sent.length;
    (await enter(site, 'phone_change', phone, site.codeTo(phone)))._unsafeUnwrap();
    expect((await since()).at(-1)).toEqual({
      actionType: 'phone_change',
      userId: current.user.id,
      details: { type: 'phone_change' },
    });
    const notice = { kind: 'phone_changed', to: email, language: 'en' };
    expect(site.ports.messenger.sent.slice(sent)).toEqual(hasEmail ? [notice] : []);
  }
});

test('a recovery unlocks the account, and says so only if it was locked', async () => {
  for (const failures of [4, 5]) {
    const { site, current, since } = await withMember();
    for (let i = 0; i < failures; i += 1) await site.signIn(email, 'wrong');
    await recoverAnn(site);
    const { length } = await since();
    (await site.follow(email))._unsafeUnwrap();
    const event = { userId: current.user.id, details: { type: 'recovery' } };
    expect((await since()).slice(length)).toEqual([
      { actionType: 'recovery', ...event },
      ...(failures === 5 ? [{ actionType: 'unlock', ...event }] : []),
    ]);
    for (let i = 0; i < 4; i += 1) await site.signIn(email, 'wrong');
    expect((await site.signIn(email)).isOk()).toBe(true);
  }
});

test('a new address is unlocked too, no matter who locked it before', async () => {
  const { site, current } = await withMember();
  for (let i = 0; i < 5; i += 1) await site.signIn(newEmail, 'wrong');
  (await update(site, current, { email: newEmail }))._unsafeUnwrap();
  for (const address of [email, newEmail]) await site.follow(address);
  expect((await site.events()).at(-1)).toBe('unlock');
  expect((await site.signIn(newEmail)).isOk()).toBe(true);
});

test('right codes are not counted, wrong ones of a recipient are, whatever they are for', async () => {
  const { site } = await withMember();
  for (let i = 0; i < 25; i += 1) {
    await recoverAnn(site);
    const entered = await enter(site, 'recovery', email, site.codeTo(email));
    expect(entered._unsafeUnwrap()).toMatchObject({ kind: 'user' });
    site.clock.advance(settings.emailIntervalMs);
  }
  const { ports } = site;
  for (let i = 0; i < 20; i += 1)
    expect((await enter(site, 'email', 'nobody@example.com', '000000')).isErr()).toBe(true);
  const tooMany = await enter(site, 'recovery', 'nobody@example.com', '000000');
  expect(tooMany._unsafeUnwrapErr()).toMatchObject({ kind: 'over_request_rate_limit' });
  // Links cannot be guessed.
  expect(
    (
      await verify(ports, settings, { type: 'recovery', linkToken: 'x', context })
    )._unsafeUnwrapErr().kind,
  ).toBe('otp_expired');
});

test('an account that is removed before or while its link is followed is not found', async () => {
  for (const isBefore of [true, false]) {
    const { site, current } = await withMember();
    await recoverAnn(site);
    const { token, type } = site.linkTo(email);
    const remove = () => site.ports.users.remove(current.user.id);
    if (isBefore) await remove();
    const ports = { ...site.ports, users: overtaken(site.ports.users, remove) };
    const followed = await verify(ports, settings, { type, linkToken: token, context });
    expect(followed._unsafeUnwrapErr()).toEqual({ kind: 'otp_expired', of: 'link' });
  }
});
