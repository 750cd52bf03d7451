import { blankUser, emailIdentity, type User } from '@coachsite/core/account';
import type { OneTimeToken } from '@coachsite/core/one-time-token';
import { amrOfLink } from '@coachsite/core/sign-in';
import { emailOf, phoneOf } from '@coachsite/core/testing';
import { expect, test } from 'vitest';
import { currentEmailMustConfirm } from '#core/src/sign-in/email-change.ts';
import { isStillFor, redeemToken } from '#core/src/sign-in/redeem-token.ts';

const email = emailOf('ann@example.com');
const newEmail = emailOf('ann.new@example.com');
const phone = phoneOf('32470123456');
const newPhone = phoneOf('32470123457');
const ann: User = {
  ...blankUser('u', 1),
  email,
  newEmail,
  phone,
  newPhone,
  passwordHash: 'hash',
  passwordUnverified: true,
  identities: [emailIdentity(email, { id: 'i', userId: 'u', now: 1 })],
};
const tokenOf = (changed: Partial<OneTimeToken>): OneTimeToken => ({
  id: 't',
  userId: 'u',
  slot: 'confirmation',
  type: 'signup',
  recipient: email,
  linkHash: undefined,
  codeHash: '',
  misses: 0,
  confirmsPassword: true,
  challenge: undefined,
  createdAt: 1,
  linkExpiresAt: 2,
  codeExpiresAt: 2,
  ...changed,
});

test.each([
  [{ slot: 'email_change_new', recipient: newEmail }, { newEmail: undefined }],
  [{ slot: 'email_change_current', recipient: email, newEmail }, { newEmail: undefined }],
  [{ slot: 'email_change_current', recipient: email, newEmail }, { email: newEmail }],
  [{ slot: 'phone_change', recipient: newPhone }, { newPhone: phone }],
  [{ slot: 'sms', recipient: phone }, { phone: newPhone }],
  [{ slot: 'confirmation', recipient: email }, { email: newEmail }],
  [{ slot: 'recovery', recipient: email }, { email: undefined }],
] as const)('the token %j is void after the change %j', (token, change) => {
  expect(isStillFor(ann, tokenOf(token))).toBe(true);
  expect(isStillFor({ ...ann, ...change }, tokenOf(token))).toBe(false);
});

test('a token keeps the password only if it confirms it, and the account is confirmed by it', () => {
  for (const confirmsPassword of [true, false]) {
    const passwordHash = confirmsPassword ? 'hash' : undefined;
    const after = { passwordHash, passwordUnverified: false };
    const mailed = redeemToken(ann, tokenOf({ confirmsPassword }), 'i', 9);
    expect(mailed).toMatchObject({ ...after, emailConfirmedAt: 9, phoneConfirmedAt: undefined });
    const texted = redeemToken(ann, tokenOf({ type: 'sms', confirmsPassword }), 'i', 9);
    expect(texted).toMatchObject({ ...after, phoneConfirmedAt: 9, emailConfirmedAt: undefined });
  }
});

test('a token that only signs in changes nothing', () => {
  const byMail = { ...ann, emailConfirmedAt: 1 };
  const byPhone = { ...ann, phoneConfirmedAt: 1 };
  const token = tokenOf({ confirmsPassword: false });
  expect(redeemToken(byMail, token, 'i', 9)).toBe(byMail);
  for (const user of [byMail, byPhone])
    expect(redeemToken(user, { ...token, type: 'sms' }, 'i', 9)).toBe(user);
  // The number says nothing about the address.
  expect(redeemToken(byPhone, token, 'i', 9)).toMatchObject({
    emailConfirmedAt: 9,
    passwordHash: undefined,
  });
});

test('a code moves the number', () => {
  const token = tokenOf({ type: 'phone_change', slot: 'phone_change', recipient: newPhone });
  expect(redeemToken(ann, token, 'i', 9)).toMatchObject({ phone: newPhone, newPhone: undefined });
});

test('a change of address needs both addresses, and only the new one while the old is unconfirmed', () => {
  const fromNew = tokenOf({ type: 'email_change', slot: 'email_change_new', recipient: newEmail });
  const fromOld = tokenOf({ type: 'email_change', slot: 'email_change_current', newEmail });
  const confirmed = { ...ann, emailConfirmedAt: 1 };
  const moved = { email: newEmail, newEmail: undefined, emailChangeConfirmedBy: undefined };
  expect(redeemToken(ann, fromNew, 'i', 9)).toMatchObject(moved);
  for (const [first, second, by] of [
    [fromNew, fromOld, 'new'],
    [fromOld, fromNew, 'current'],
  ] as const) {
    const half = redeemToken(confirmed, first, 'i', 9);
    expect(half).toEqual({ ...confirmed, emailChangeConfirmedBy: by });
    expect(redeemToken(half, first, 'i', 9)).toEqual(half);
    expect(redeemToken(half, second, 'i', 9)).toMatchObject(moved);
  }
});

test('an address must confirm its change once it was confirmed itself', () => {
  expect(currentEmailMustConfirm({ ...ann, emailConfirmedAt: 0 })).toBe(true);
  expect(currentEmailMustConfirm(ann)).toBe(false);
  expect(currentEmailMustConfirm({ ...ann, email: undefined, emailConfirmedAt: 1 })).toBe(false);
});

test.each([
  ['signup', 'email/signup'],
  ['invite', 'invite'],
  ['magiclink', 'magiclink'],
  ['recovery', 'recovery'],
  ['email_change', 'email_change'],
  ['sms', 'otp'],
  ['phone_change', 'otp'],
] as const)('a token of the type %s signs in by %s', (type, method) => {
  expect(amrOfLink(tokenOf({ type }))).toBe(method);
});
