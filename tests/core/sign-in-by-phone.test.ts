import { blankUser } from '@coachsite/core/account';
import {
  resendSms,
  sendSmsOtp,
  signInWithPassword,
  signUpByPhone,
  verify,
} from '@coachsite/core/sign-in';
import { idOf, phoneOf } from '@coachsite/core/testing';
import { expect, test } from 'vitest';
import { context, memberSite, password, settings } from './support/member-site.ts';
import { shapeOf } from './support/shape-of.ts';

const phone = '32470123456';
const request = { phone: `+${phone}`, password, data: {}, language: 'nl', context } as const;

test('a new member confirms the number by its code and signs in', async () => {
  const site = memberSite();
  const signedUp = (await signUpByPhone(site.ports, settings, request))._unsafeUnwrap();
  expect(signedUp).toMatchObject({ kind: 'unconfirmed', user: { phone } });
  const signIn = () => signInWithPassword(site.ports, settings, { phone, password, context });
  expect((await signIn())._unsafeUnwrapErr()).toEqual({ kind: 'phone_not_confirmed' });
  const proof = { type: 'sms', recipient: phone, code: site.codeTo(phone), context } as const;
  expect((await verify(site.ports, settings, proof))._unsafeUnwrap()).toMatchObject({
    kind: 'user',
  });
  expect((await verify(site.ports, settings, proof)).isErr()).toBe(true);
  expect((await signIn()).isOk()).toBe(true);
});

test.each([
  ['closed', { ...settings, allowsSignUp: false }, request, 'signup_disabled'],
  ['malformed', settings, { ...request, phone: 'x' }, 'invalid_phone'],
  ['weak', settings, { ...request, password: 'short' }, 'weak_password'],
  [
    'too much data',
    settings,
    { ...request, data: { x: 'x'.repeat(20_000) } },
    'metadata_too_large',
  ],
])('a sign-up by phone is rejected: %s', async (_, some, given, kind) => {
  const site = memberSite();
  expect((await signUpByPhone(site.ports, some, given))._unsafeUnwrapErr().kind).toBe(kind);
  expect(site.ports.phoneMessenger.sent).toEqual([]);
});

test('a taken number looks like a new one; with autoconfirm it is an error', async () => {
  const site = memberSite();
  const open = { ...settings, autoconfirm: true };
  expect((await signUpByPhone(site.ports, open, request))._unsafeUnwrap().kind).toBe('session');
  expect((await signUpByPhone(site.ports, open, request))._unsafeUnwrapErr().kind).toBe(
    'user_already_exists',
  );
  const again = (await signUpByPhone(site.ports, settings, request))._unsafeUnwrap();
  expect(again).toMatchObject({ kind: 'unconfirmed', user: { phone } });
  expect(again.kind === 'unconfirmed' && again.isTaken()).toBe(true);
  expect(site.ports.phoneMessenger.sent).toEqual([]);
  const other = { ...request, phone: '+32470999888' };
  const fresh = (await signUpByPhone(site.ports, settings, other))._unsafeUnwrap();
  expect(fresh.kind === 'unconfirmed' && fresh.isTaken()).toBe(false);
  expect(shapeOf(again)).toBe(shapeOf(fresh));
});

test('another password for an unconfirmed number confirms neither', async () => {
  const site = memberSite();
  await signUpByPhone(site.ports, settings, { ...request, password: 'Stranger-9!duinen' });
  site.clock.advance(settings.smsIntervalMs);
  await signUpByPhone(site.ports, settings, request);
  const proof = { type: 'sms', recipient: phone, code: site.codeTo(phone), context } as const;
  (await verify(site.ports, settings, proof))._unsafeUnwrap();
  expect((await site.ports.users.byPhone(phoneOf(phone)))?.passwordHash).toBeUndefined();
});

test('a code signs in, and creates an account only when asked to', async () => {
  const site = memberSite();
  const ask = (more: Partial<Parameters<typeof sendSmsOtp>[2]> = {}) =>
    sendSmsOtp(site.ports, settings, { ...request, createUser: false, ...more });
  expect((await ask()).isOk()).toBe(true);
  expect(site.ports.phoneMessenger.sent).toEqual([]);
  expect((await ask())._unsafeUnwrapErr().kind).toBe('over_sms_send_rate_limit');
  expect((await ask({ phone: '1' })).isErr()).toBe(true);
  expect((await ask({ data: { x: 'x'.repeat(20_000) } })).isErr()).toBe(true);
  for (let i = 0; i < 2; i += 1) {
    site.clock.advance(settings.smsIntervalMs);
    (await ask({ createUser: true }))._unsafeUnwrap();
    const proof = { type: 'sms', recipient: phone, code: site.codeTo(phone), context } as const;
    expect((await verify(site.ports, settings, proof))._unsafeUnwrap()).toMatchObject({
      user: { phone, phoneConfirmedAt: expect.any(Number) },
    });
  }
});

/** What releases before checked numbers by numbering plans stored for 0470 12 34 56. */
const ofOld = '320470123456';

test('an account with a number that no numbering plan knows goes on signing in by code', async () => {
  const site = memberSite();
  const ask = (createUser: boolean) =>
    sendSmsOtp(site.ports, settings, { ...request, phone: `+${ofOld}`, createUser });
  expect((await ask(true))._unsafeUnwrapErr()).toEqual({ kind: 'invalid_phone' });
  expect((await ask(false)).isOk()).toBe(true);
  expect(site.ports.phoneMessenger.sent).toEqual([]);
  const user = { ...blankUser(idOf('old'), 1), phone: phoneOf(ofOld), phoneConfirmedAt: 1 };
  (await site.ports.users.create(user))._unsafeUnwrap();
  for (const createUser of [true, false]) {
    site.clock.advance(settings.smsIntervalMs);
    (await ask(createUser))._unsafeUnwrap();
    const proof = { type: 'sms', recipient: ofOld, code: site.codeTo(ofOld), context } as const;
    expect((await verify(site.ports, settings, proof))._unsafeUnwrap()).toMatchObject({
      user: { id: idOf('old') },
    });
  }
});

test('no link redeems a code that was sent by text message', async () => {
  const site = memberSite();
  const stored: unknown[] = [];
  const tokens: typeof site.ports.tokens = {
    ...site.ports.tokens,
    issue: (token) => {
      stored.push(token);
      return site.ports.tokens.issue(token);
    },
  };
  await signUpByPhone({ ...site.ports, tokens }, settings, request);
  expect(stored).toEqual([expect.objectContaining({ type: 'sms', linkHash: undefined })]);
});

test('a code is resent to an unconfirmed number only', async () => {
  const site = memberSite();
  await signUpByPhone(site.ports, settings, request);
  const again = (more: Partial<Parameters<typeof resendSms>[2]> = {}) =>
    resendSms(site.ports, settings, { type: 'sms', phone, language: 'nl', context, ...more });
  await again();
  expect(site.ports.phoneMessenger.sent).toHaveLength(1);
  site.clock.advance(settings.smsIntervalMs);
  (await again())._unsafeUnwrap();
  expect(site.ports.phoneMessenger.sent).toHaveLength(2);
  expect((await again({ phone: '1' })).isErr()).toBe(true);
  await again({ phone: '32470999999' });
  const proof = { type: 'sms', recipient: phone, code: site.codeTo(phone), context } as const;
  (await verify(site.ports, settings, proof))._unsafeUnwrap();
  site.clock.advance(settings.smsIntervalMs);
  await again();
  await again({ type: 'phone_change' });
  expect(site.ports.phoneMessenger.sent).toHaveLength(2);
});
