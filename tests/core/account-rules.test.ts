import {
  blankUser,
  completeEmailChange,
  confirmEmail,
  emailIdentity,
  isBanned,
  isConfirmed,
  isMetadataSmall,
  mergeMetadata,
  type User,
} from '@coachsite/core/account';
import { emailOf } from '@coachsite/core/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { metadataLimitBytes } from '#core/src/account/metadata.ts';

const json = fc.dictionary(fc.string(), fc.oneof(fc.string(), fc.integer(), fc.constant(null)));
const user: User = {
  ...blankUser('u', 0),
  email: emailOf('old@example.com'),
  identities: [emailIdentity(emailOf('old@example.com'), { id: 'i', userId: 'u', now: 0 })],
};

test('merged data contains the change and every field that the change does not name', () => {
  fc.assert(
    fc.property(json, json, (current, change) => {
      const merged = mergeMetadata(current, change);
      for (const [key, value] of Object.entries(change)) {
        if (value === null) expect(Object.hasOwn(merged, key)).toBe(false);
        else expect(merged[key]).toBe(value);
      }
      for (const [key, value] of Object.entries(current)) {
        if (!Object.hasOwn(change, key)) expect(merged[key]).toBe(value);
      }
    }),
  );
});

test('data is measured in bytes', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 1200 }), (text) => {
      const bytes = new TextEncoder().encode(JSON.stringify({ text })).length;
      expect(isMetadataSmall({ text })).toBe(bytes <= metadataLimitBytes);
    }),
  );
});

test('data may have 2048 bytes', () => {
  const ofBytes = (bytes: number) => ({
    text: 'x'.repeat(bytes - JSON.stringify({ text: '' }).length),
  });
  expect(isMetadataSmall(ofBytes(2048))).toBe(true);
  expect(isMetadataSmall(ofBytes(2049))).toBe(false);
});

test('data that is nested deeper than any code can walk is not small', () => {
  const nested = (levels: number) => ({
    a: JSON.parse('['.repeat(levels) + ']'.repeat(levels)),
  });
  expect(isMetadataSmall(nested(1000))).toBe(true);
  expect(isMetadataSmall(nested(100_000))).toBe(false);
});

test('a second confirmation keeps the first time, and user and identity are marked', () => {
  const once = confirmEmail(user, 10);
  const twice = confirmEmail(once, 20);
  expect(isConfirmed(user)).toBe(false);
  expect(twice.emailConfirmedAt).toBe(10);
  expect(twice.metadata.email_verified).toBe(true);
  expect(twice.identities[0]?.data.email_verified).toBe(true);
});

test('a change of e-mail changes user and identity, and without one nothing changes', () => {
  expect(completeEmailChange(user, 'i', 10)).toBe(user);
  const moved = completeEmailChange({ ...user, newEmail: emailOf('new@example.com') }, 'i', 10);
  expect(moved).toMatchObject({ email: 'new@example.com', emailConfirmedAt: 10 });
  expect(moved.newEmail).toBeUndefined();
  expect(moved.identities[0]?.data.email).toBe('new@example.com');
});

test('a ban ends at its end time', () => {
  expect(isBanned(user, 0)).toBe(false);
  expect(isBanned({ ...user, bannedUntil: 10 }, 9)).toBe(true);
  expect(isBanned({ ...user, bannedUntil: 10 }, 10)).toBe(false);
});
