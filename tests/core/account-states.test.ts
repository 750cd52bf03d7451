import {
  blankUser,
  completeEmailChange,
  confirmEmail,
  confirmPhone,
  emailIdentity,
  type Identity,
  isConfirmed,
  isSsoUser,
  movePhone,
  phoneIdentity,
  providersOf,
  reclaimed,
  type User,
} from '@coachsite/core/account';
import { emailOf, phoneOf } from '@coachsite/core/testing';
import { expect, test } from 'vitest';
import { utf8Length } from '#core/src/account/metadata.ts';

const email = emailOf('ann@example.com');
const newEmail = emailOf('ann.new@example.com');
const phone = phoneOf('32470123456');
const newPhone = phoneOf('32470123457');

const google: Identity = {
  id: 'g',
  provider: 'google',
  subject: '1',
  data: { name: 'Ann' },
  createdAt: 1,
  updatedAt: 1,
  lastSignInAt: undefined,
};
const byMail = emailIdentity(email, { id: 'e', userId: 'u', now: 1 });
const byPhone = phoneIdentity(phone, { id: 'p', userId: 'u', now: 1 });
const ann = (changed: Partial<User> = {}): User => ({ ...blankUser('u', 1), email, ...changed });

test('a new user has an id, two times and the first stamp, and nothing else', () => {
  const { id, createdAt, updatedAt, ...rest } = blankUser('u', 5);
  expect([id, createdAt, updatedAt]).toEqual(['u', 5, 5]);
  const { metadata, identities, passwordUnverified, isAnonymous, securityStamp, ...absent } = rest;
  expect([metadata, identities, passwordUnverified, isAnonymous]).toEqual([{}, [], false, false]);
  expect(securityStamp).toBe(0);
  expect(new Set(Object.values(absent))).toEqual(new Set([undefined]));
});

test('an identity of an address or number belongs to its account and is not verified yet', () => {
  const rest = { createdAt: 5, updatedAt: 5, lastSignInAt: undefined };
  const unverified = { sub: 'u', email_verified: false, phone_verified: false };
  const made = { id: 'i', userId: 'u', now: 5 };
  expect(emailIdentity(email, { ...made, data: { name: 'Ann', sub: 'x' } })).toEqual({
    id: 'i',
    provider: 'email',
    subject: 'u',
    data: { name: 'Ann', email, ...unverified },
    ...rest,
  });
  expect(phoneIdentity(phone, made)).toEqual({
    id: 'i',
    provider: 'phone',
    subject: 'u',
    data: { phone, ...unverified },
    ...rest,
  });
});

test('each provider is named once, in the order of linking', () => {
  expect(providersOf([google, byMail, { ...google, id: 'g2' }])).toEqual(['google', 'email']);
});

test('one identity of SAML makes a SAML user', () => {
  const saml = { ...google, provider: 'sso:acme' };
  expect(isSsoUser({ identities: [byMail, saml] })).toBe(true);
  expect(isSsoUser({ identities: [byMail, google] })).toBe(false);
  expect(isSsoUser({ identities: [{ ...google, provider: 'my-sso:acme' }] })).toBe(false);
});

test('an address or a number confirms an account', () => {
  expect(isConfirmed(ann())).toBe(false);
  expect(isConfirmed(ann({ emailConfirmedAt: 0 }))).toBe(true);
  expect(isConfirmed(ann({ phoneConfirmedAt: 0 }))).toBe(true);
});

test('an unconfirmed account loses what a provider brought, and keeps its own identities', () => {
  const metadata = { name: 'A stranger' };
  const mixed = ann({ identities: [google, byMail, byPhone], metadata });
  expect(reclaimed(mixed, 'i', 9)).toEqual({
    ...mixed,
    identities: [byMail, byPhone],
    metadata: {},
    updatedAt: 9,
  });
  const foreign = ann({ identities: [google], metadata });
  expect(reclaimed(foreign, 'i', 9).identities).toEqual([
    emailIdentity(email, { id: 'i', userId: 'u', now: 9 }),
  ]);
  expect(reclaimed({ ...foreign, email: undefined }, 'i', 9).identities).toEqual([]);
});

test('an account that is confirmed, or has only its own identities, is not reclaimed', () => {
  for (const user of [
    ann({ identities: [google], phoneConfirmedAt: 1 }),
    ann({ identities: [byMail, byPhone], metadata: { name: 'Ann' } }),
    ann(),
  ])
    expect(reclaimed(user, 'i', 9)).toBe(user);
});

test('a confirmed address is noted in the account and its own identity only', () => {
  const user = ann({ identities: [google, byMail], metadata: { name: 'Ann' } });
  expect(confirmEmail(user, 9)).toEqual({
    ...user,
    emailConfirmedAt: 9,
    metadata: { name: 'Ann', email_verified: true },
    identities: [
      google,
      { ...byMail, data: { ...byMail.data, email_verified: true }, updatedAt: 9 },
    ],
    updatedAt: 9,
  });
});

test('a change of address moves the account and its own identity, and ends the request', () => {
  const user = ann({
    emailConfirmedAt: 2,
    newEmail,
    emailChangeConfirmedBy: 'new',
    isAnonymous: true,
    identities: [google, byMail],
  });
  const data = { ...byMail.data, email: newEmail, email_verified: true };
  expect(completeEmailChange(user, 'i', 9)).toEqual({
    ...user,
    email: newEmail,
    emailConfirmedAt: 9,
    newEmail: undefined,
    emailChangeConfirmedBy: undefined,
    isAnonymous: false,
    metadata: { email_verified: true },
    identities: [google, { ...byMail, data, updatedAt: 9 }],
    updatedAt: 9,
  });
  const made = emailIdentity(newEmail, { id: 'i', userId: 'u', now: 9 });
  expect(completeEmailChange({ ...user, identities: [google] }, 'i', 9).identities).toEqual([
    google,
    { ...made, data: { ...made.data, email_verified: true } },
  ]);
});

test('a confirmed number is noted in the account and its own identity only, and keeps its first time', () => {
  const user = ann({ phone, identities: [byMail, byPhone] });
  const data = { ...byPhone.data, phone_verified: true };
  const once = confirmPhone(user, 9);
  expect(once).toEqual({
    ...user,
    phoneConfirmedAt: 9,
    identities: [byMail, { ...byPhone, data, updatedAt: 9 }],
    updatedAt: 9,
  });
  expect(confirmPhone(once, 12)).toMatchObject({ phoneConfirmedAt: 9, updatedAt: 12 });
});

test('a new number moves the account and its own identity, and ends the request', () => {
  const user = ann({
    phone,
    phoneConfirmedAt: 2,
    newPhone,
    isAnonymous: true,
    identities: [byMail, byPhone],
  });
  const data = { ...byPhone.data, phone: newPhone, phone_verified: true };
  expect(movePhone(user, newPhone, 'i', 9)).toEqual({
    ...user,
    phone: newPhone,
    phoneConfirmedAt: 9,
    newPhone: undefined,
    isAnonymous: false,
    identities: [byMail, { ...byPhone, data, updatedAt: 9 }],
    updatedAt: 9,
  });
  const made = phoneIdentity(newPhone, { id: 'i', userId: 'u', now: 9 });
  expect(movePhone({ ...user, identities: [byMail] }, newPhone, 'i', 9).identities).toEqual([
    byMail,
    { ...made, data: { ...made.data, phone_verified: true } },
  ]);
});

test.each([
  [0x7f, 1],
  [0x80, 2],
  [0x7ff, 2],
  [0x800, 3],
  [0xffff, 3],
  [0x10000, 4],
])('the character %i has %i bytes', (point, bytes) => {
  expect(utf8Length(`${String.fromCodePoint(point)}a`)).toBe(bytes + 1);
});
