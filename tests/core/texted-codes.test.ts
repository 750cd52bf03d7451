import { blankUser } from '@coachsite/core/account';
import { updateUser } from '@coachsite/core/profile';
import { resendSms, sendSmsCode, sendSmsOtp, signUpByPhone, verify } from '@coachsite/core/sign-in';
import { memoryAttemptStore, phoneOf } from '@coachsite/core/testing';
import { expect, test } from 'vitest';
import { context, link, memberSite, overtaken, password, settings } from './support/member-site.ts';

/** The codes that a visitor can ask for by text message: what they say, what they allow, and what the log has of them. */

type Site = ReturnType<typeof memberSite>;
type Settings = Parameters<typeof sendSmsOtp>[1];

const phone = phoneOf('32470123456');
const newPhone = phoneOf('32470123457');
const open: Settings = { ...settings, autoconfirm: true };
const request = { phone, password, data: {}, language: 'nl', context } as const;

const signUp = (site: Site, more: Partial<Parameters<typeof signUpByPhone>[2]> = {}) =>
  signUpByPhone(site.ports, settings, { ...request, ...more });
const ask = (
  site: Site,
  more: Partial<Parameters<typeof sendSmsOtp>[2]> = {},
  some: Settings = settings,
) => sendSmsOtp(site.ports, some, { ...request, createUser: false, ...more });
const again = (site: Site, type: 'sms' | 'phone_change', to: string = phone) =>
  resendSms(site.ports, settings, { type, phone: to, language: 'nl', context });
const enter = (site: Site, type: 'sms' | 'phone_change' = 'sms', recipient: string = phone) =>
  verify(site.ports, settings, { type, recipient, code: site.codeTo(recipient), context });

const userOf = (site: Site) => site.ports.users.byPhone(phone);
const lastText = (site: Site) => site.ports.phoneMessenger.sent.at(-1);
const lastEvent = async (site: Site) => (await site.wholeLog()).at(-1);
const textOf = (site: Site, kind: string, to: string = phone) => ({
  kind,
  to,
  language: 'nl',
  code: expect.stringMatching(/^\d{6}$/),
  expiresAt: site.clock.now() + settings.codeTtlMs,
});
const texted = (kind: string, userId: string | undefined) => ({
  actionType: 'message_request',
  userId,
  details: { message: `sms_${kind}` },
});
const nobody = (message: string) => ({
  actionType: 'message_request',
  userId: undefined,
  details: { message, reason: 'no such account' },
});

test('a sign-up is texted a code, and again after the interval, which confirms its password', async () => {
  const site = memberSite();
  await signUp(site);
  const { id } = (await userOf(site)) ?? {};
  expect(lastText(site)).toEqual(textOf(site, 'sign_in'));
  expect(await site.wholeLog()).toEqual([
    { actionType: 'signup_success', userId: id, details: {} },
    texted('sign_in', id),
  ]);
  site.clock.advance(settings.smsIntervalMs);
  expect((await again(site, 'sms')).isOk()).toBe(true);
  expect(lastText(site)).toEqual(textOf(site, 'sign_in'));
  expect(await lastEvent(site)).toEqual(texted('sign_in', id));
  expect((await userOf(site))?.confirmationSentAt).toBe(site.clock.now());
  (await enter(site))._unsafeUnwrap();
  expect((await userOf(site))?.passwordHash).toBeDefined();
});

test('the second who signs up learns nothing of the first, and a code keeps the password of neither', async () => {
  const site = memberSite();
  await signUp(site, { password: 'Stranger-9!duinen', data: { name: 'A stranger' } });
  site.clock.advance(settings.smsIntervalMs);
  const second = (await signUp(site))._unsafeUnwrap();
  expect(second).toMatchObject({ kind: 'unconfirmed', user: { metadata: {} } });
  expect((await userOf(site))?.passwordUnverified).toBe(true);
  expect((await site.events()).filter((kind) => kind === 'signup_success')).toHaveLength(1);
  site.clock.advance(settings.smsIntervalMs);
  await again(site, 'sms');
  (await enter(site))._unsafeUnwrap();
  expect((await userOf(site))?.passwordHash).toBeUndefined();
});

test('a sign-up with the same password, or one that is texted nothing, leaves the password as it is', async () => {
  const site = memberSite();
  await signUp(site);
  await signUp(site, { password: 'Stranger-9!duinen' });
  expect((await userOf(site))?.passwordUnverified).toBe(false);
  site.clock.advance(settings.smsIntervalMs);
  await signUp(site);
  expect((await userOf(site))?.passwordUnverified).toBe(false);
  expect(site.ports.phoneMessenger.sent).toHaveLength(2);
  (await enter(site))._unsafeUnwrap();
  expect((await userOf(site))?.passwordHash).toBeDefined();
});

test('once two passwords were given, the first again does not make it sure', async () => {
  const site = memberSite();
  for (const given of [password, 'Stranger-9!duinen', password]) {
    await signUp(site, { password: given });
    site.clock.advance(settings.smsIntervalMs);
  }
  expect((await userOf(site))?.passwordUnverified).toBe(true);
});

test('while the hasher is full nobody signs up by phone', async () => {
  const site = memberSite();
  site.state.hasherFull = true;
  expect((await signUp(site))._unsafeUnwrapErr().kind).toBe('overloaded');
  const passwords = {
    ...site.ports.passwords,
    hash: async (...given: Parameters<typeof site.ports.passwords.hash>) => {
      site.state.hasherFull = false;
      const hashed = await site.ports.passwords.hash(...given);
      site.state.hasherFull = true;
      return hashed;
    },
  };
  expect((await signUpByPhone(site.ports, open, request))._unsafeUnwrapErr().kind).toBe(
    'overloaded',
  );
  const rejected = await signUpByPhone({ ...site.ports, passwords }, settings, request);
  expect(rejected._unsafeUnwrapErr().kind).toBe('overloaded');
  expect(await userOf(site)).toBeUndefined();
});

test('a code for an unknown number makes an account of the data given, which the log tells', async () => {
  const site = memberSite();
  const data = { language: 'en', phone_verified: true };
  (await ask(site, { createUser: true, data }))._unsafeUnwrap();
  const user = await userOf(site);
  expect(user).toMatchObject({
    passwordHash: undefined,
    phoneConfirmedAt: undefined,
    confirmationSentAt: site.clock.now(),
    metadata: { language: 'en' },
  });
  expect(lastText(site)).toEqual({ ...textOf(site, 'sign_in'), language: 'en' });
  expect(await site.wholeLog()).toEqual([
    { actionType: 'signup_success', userId: user?.id, details: {} },
    texted('sign_in', user?.id),
  ]);
  site.clock.advance(settings.smsIntervalMs);
  await ask(site, { createUser: true, data: { language: 'nl' } });
  expect(await userOf(site)).toMatchObject({
    metadata: { language: 'en' },
    confirmationSentAt: site.clock.now(),
    passwordUnverified: true,
  });
});

test('with autoconfirm the account of a code is confirmed already', async () => {
  const site = memberSite();
  (await ask(site, { createUser: true }, open))._unsafeUnwrap();
  const at = site.clock.now();
  expect(await userOf(site)).toMatchObject({ phoneConfirmedAt: at, confirmationSentAt: at });
});

test('a code for a number nobody has leaves the same traces, and no text message', async () => {
  const site = memberSite();
  for (const [message, attempt] of [
    ['magiclink', () => ask(site)],
    ['magiclink', () => ask(site, { createUser: true }, { ...settings, allowsSignUp: false })],
    ['signup', () => again(site, 'sms')],
    ['signup', () => again(site, 'phone_change')],
  ] as const) {
    site.clock.advance(settings.smsIntervalMs);
    expect((await attempt()).isOk()).toBe(true);
    expect(await lastEvent(site)).toEqual(nobody(message));
  }
  expect(site.ports.phoneMessenger.sent).toEqual([]);
  expect(await userOf(site)).toBeUndefined();
});

test('a code for an unconfirmed account confirms it without the password that somebody chose', async () => {
  const site = memberSite();
  await signUp(site);
  (await ask(site))._unsafeUnwrap();
  (await enter(site))._unsafeUnwrap();
  expect(await userOf(site)).toMatchObject({ passwordHash: undefined, passwordUnverified: false });
});

test('a code for a confirmed account signs in and keeps its password', async () => {
  const site = memberSite();
  (await signUpByPhone(site.ports, open, request))._unsafeUnwrap();
  (await ask(site))._unsafeUnwrap();
  expect((await userOf(site))?.passwordUnverified).toBe(false);
  (await enter(site))._unsafeUnwrap();
  expect((await userOf(site))?.passwordHash).toBeDefined();
  expect(await lastEvent(site)).toMatchObject({
    actionType: 'auth_success',
    details: { type: 'sms' },
  });
});

test('of two requests that create the same account, both text their code to it', async () => {
  const site = memberSite();
  const users = overtaken(site.ports.users, () => signUp(site));
  const asked = { ...request, createUser: true };
  (await sendSmsOtp({ ...site.ports, users }, settings, asked))._unsafeUnwrap();
  expect((await site.events()).filter((kind) => kind === 'signup_success')).toHaveLength(1);
  expect(site.ports.phoneMessenger.sent).toHaveLength(2);
});

test('the code of a change of number is sent again to the new one, found by either', async () => {
  for (const found of [phone, newPhone]) {
    const site = memberSite();
    await signUpByPhone(site.ports, open, request);
    const { id = '' } = (await userOf(site)) ?? {};
    await site.ports.users.change(id, (one) => ({ ...one, newPhone }));
    await again(site, 'phone_change', found);
    expect(site.ports.phoneMessenger.sent).toEqual([textOf(site, 'phone_change', newPhone)]);
    expect(await lastEvent(site)).toEqual(texted('phone_change', id));
    expect((await userOf(site))?.phoneChangeSentAt).toBe(site.clock.now());
    expect((await userOf(site))?.confirmationSentAt).toBeUndefined();
    (await enter(site, 'phone_change', newPhone))._unsafeUnwrap();
    expect((await site.ports.users.byId(id))?.phone).toBe(newPhone);
  }
});

test('a number that one account has and another asked for gets the code of each', async () => {
  const site = memberSite();
  await signUp(site);
  const { user } = await site.member('bo@example.com');
  await site.ports.users.change(user.id, (one) => ({ ...one, newPhone: phone }));
  site.clock.advance(settings.smsIntervalMs);
  await again(site, 'sms');
  await again(site, 'phone_change');
  expect(site.ports.phoneMessenger.sent.slice(1).map(({ kind }) => kind)).toEqual([
    'sign_in',
    'phone_change',
  ]);
  expect(await lastEvent(site)).toEqual(texted('phone_change', user.id));
  // Too soon for either.
  await again(site, 'sms');
  await again(site, 'phone_change');
  expect(site.ports.phoneMessenger.sent).toHaveLength(3);
});

test('too much data makes no account and sends no code', async () => {
  const site = memberSite();
  const rejected = await ask(site, { createUser: true, data: { x: 'x'.repeat(20_000) } });
  expect(rejected._unsafeUnwrapErr()).toEqual({ kind: 'metadata_too_large' });
  expect(await userOf(site)).toBeUndefined();
});

test('a code to confirm a number goes to it, and not to another one that is asked for', async () => {
  const site = memberSite();
  await signUp(site);
  const { id = '' } = (await userOf(site)) ?? {};
  await site.ports.users.change(id, (one) => ({ ...one, newPhone }));
  site.clock.advance(settings.smsIntervalMs);
  await again(site, 'sms');
  expect(lastText(site)).toEqual(textOf(site, 'sign_in'));
});

test('a code right after a change of number was asked for is not sent again', async () => {
  const site = memberSite();
  const current = await site.member('ann@example.com');
  const change = { phone: newPhone };
  await updateUser(site.ports, settings, { ...current, change, link, context });
  await again(site, 'phone_change', newPhone);
  expect(site.ports.phoneMessenger.sent).toHaveLength(1);
});

test('what another request changed while an account was looked up counts', async () => {
  const stranger = () => signUp(site, { password: 'Stranger-9!duinen' });
  const site = memberSite();
  await signUp(site);
  site.clock.advance(settings.smsIntervalMs);
  const resent = overtaken(site.ports.users, stranger);
  const attempts = memoryAttemptStore();
  const asked = { type: 'sms', phone, language: 'nl', context } as const;
  await resendSms({ ...site.ports, users: resent, attempts }, settings, asked);
  (await enter(site))._unsafeUnwrap();
  expect((await userOf(site))?.passwordHash).toBeUndefined();

  const other = memberSite();
  await signUp(other);
  const confirmed = overtaken(other.ports.users, () => enter(other));
  const signIn = { ...request, createUser: false };
  await sendSmsOtp({ ...other.ports, users: confirmed }, settings, signIn);
  (await enter(other))._unsafeUnwrap();
  expect((await userOf(other))?.passwordHash).toBeDefined();
});

test('a member who is signed in is texted at once, or learns that it failed', async () => {
  const site = memberSite();
  const user = { ...blankUser('u', 1), metadata: { language: 'en' } };
  const code = { type: 'reauthentication', to: phone, confirmsPassword: true } as const;
  const text = () =>
    sendSmsCode(site.ports, settings, { user, code, how: 'now', language: 'nl', context });
  expect((await text()).isOk()).toBe(true);
  const sent = [{ ...textOf(site, 'reauthentication'), language: 'en' }];
  expect(site.ports.phoneMessenger.sent).toEqual(sent);
  expect(await lastEvent(site)).toEqual(texted('reauthentication', 'u'));
  site.state.smsUp = false;
  expect((await text())._unsafeUnwrapErr().kind).toBe('sms_send_failed');
  expect(site.ports.phoneMessenger.sent).toEqual(sent);
});
