import { blankUser, type User } from '@coachsite/core/account';
import {
  type AmrEntry,
  type AmrMethod,
  addAmrEntry,
  assuranceLevel,
  type Session,
} from '@coachsite/core/session';
import { emailOf } from '@coachsite/core/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { accessTokenClaims, checkClaims } from '#core/src/session/access-token.ts';

const id = '0b0e3c3a-7f4e-4f5b-9c6d-1d2e3f405162';
const settings = { issuer: 'https://coach.example/auth/v1', accessTokenTtlSeconds: 3600 };
const user: User = { ...blankUser(id, 0), email: emailOf('a@example.com') };
const session: Session = {
  id,
  userId: id,
  amr: [{ method: 'password', at: 5000 }],
  createdAt: 5000,
  refreshedAt: undefined,
  notAfter: undefined,
  ip: '',
  userAgent: '',
  refresh: { counter: 0, start: 0, key: '', hash: '', rotatedAt: 0 },
};
const now = 1_000_000_500;
const claims = accessTokenClaims(user, session, settings, now);
const check = (changed: object, at = now) =>
  checkClaims({ ...claims, ...changed }, settings.issuer, at).isOk();

test('claims are valid from their start to their end', () => {
  fc.assert(
    fc.property(fc.integer({ min: -120_000, max: 4_000_000 }), (offset) => {
      const at = now + offset;
      const iat = Math.floor(now / 1000) * 1000;
      expect(check({}, at)).toBe(at < iat + 3_600_000 && iat <= at + 60_000);
    }),
  );
});

test.each([
  [{ iss: 'https://evil.example/auth/v1' }],
  [{ aud: ['authenticated'] }],
  [{ aud: 'other' }],
  [{ exp: '9999999999' }],
  [{ exp: undefined }],
  [{ iat: null }],
  [{ sub: '' }],
  [{ sub: 7 }],
  [{ session_id: undefined }],
  [{ session_id: 'x' }],
])('claims with %j are rejected', (changed) => {
  expect(check(changed)).toBe(false);
});

const method = fc.constantFrom<AmrMethod>('password', 'otp', 'totp', 'mfa/phone', 'recovery');

test('each method is listed once, newest first, and only a second factor raises the level', () => {
  fc.assert(
    fc.property(fc.array(method, { maxLength: 12 }), (methods) => {
      const amr = methods.reduce<readonly AmrEntry[]>(
        (held, each, at) => addAmrEntry(held, { method: each, at }),
        [],
      );
      expect(new Set(amr.map((entry) => entry.method)).size).toBe(amr.length);
      expect(amr.map(({ at }) => at)).toEqual(amr.map(({ at }) => at).toSorted((a, b) => b - a));
      const second = methods.includes('totp') || methods.includes('mfa/phone');
      expect(assuranceLevel({ amr })).toBe(second ? 'aal2' : 'aal1');
    }),
  );
});
