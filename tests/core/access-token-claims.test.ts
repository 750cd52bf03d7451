import { blankUser, type User } from '@coachsite/core/account';
import { type Session, shouldRefresh } from '@coachsite/core/session';
import { emailOf, phoneOf } from '@coachsite/core/testing';
import { describe, expect, test } from 'vitest';
import { accessTokenClaims, appMetadata, checkClaims } from '#core/src/session/access-token.ts';
import {
  mayRetryRefresh,
  refreshMarginMs,
  refreshOutcome,
} from '#core/src/session/refresh-schedule.ts';

const id = '0b0e3c3a-7f4e-4f5b-9c6d-1d2e3f405162';
const settings = { issuer: 'https://coach.example/auth/v1', accessTokenTtlSeconds: 3600 };
const identity = (provider: string) => ({
  id: provider,
  provider,
  subject: 's',
  data: {},
  createdAt: 1,
  updatedAt: 1,
  lastSignInAt: undefined,
});
const session: Session = {
  id,
  userId: id,
  amr: [
    { method: 'totp', at: 9999 },
    { method: 'oauth', at: 5000, provider: 'google' },
  ],
  createdAt: 5000,
  refreshedAt: undefined,
  notAfter: undefined,
  ip: '',
  userAgent: '',
  refresh: { counter: 0, start: 0, key: '', hash: '', rotatedAt: 0 },
};
const now = 1_000_000_500;
const claimsOf = (more: Partial<User>) =>
  accessTokenClaims({ ...blankUser(id, 0), ...more }, session, settings, now);

describe('the claims of an access token (docs/wire.md#2)', () => {
  test('say who signed in, how, and until when', () => {
    const user = {
      email: emailOf('a@example.com'),
      phone: phoneOf('32470123456'),
      identities: [identity('google'), identity('apple')],
      metadata: { name: 'Ann' },
    };
    expect(claimsOf(user)).toStrictEqual({
      iss: settings.issuer,
      sub: id,
      aud: 'authenticated',
      exp: 1_003_600,
      iat: 1_000_000,
      email: 'a@example.com',
      phone: '32470123456',
      app_metadata: { provider: 'google', providers: ['google', 'apple'] },
      user_metadata: { name: 'Ann' },
      role: 'authenticated',
      aal: 'aal2',
      amr: [
        { method: 'totp', timestamp: 9 },
        { method: 'oauth', timestamp: 5, provider: 'google' },
      ],
      session_id: id,
      is_anonymous: false,
    });
  });

  test('have empty texts for what an account lacks, and no provider', () => {
    expect(claimsOf({})).toMatchObject({ email: '', phone: '', app_metadata: {} });
    expect(appMetadata(blankUser(id, 0))).toEqual({});
  });

  test('leave out metadata that would not fit a cookie, and nothing else', () => {
    const sizeOf = (value: unknown) => new TextEncoder().encode(JSON.stringify(value)).length;
    const fixed = sizeOf(claimsOf({ metadata: { x: '' } }));
    const fitting = { x: 'x'.repeat(2900 - fixed) };
    expect(claimsOf({ metadata: fitting }).user_metadata).toEqual(fitting);
    const tooLong = { x: `${fitting.x}x` };
    expect(claimsOf({ metadata: tooLong })).toEqual({ ...claimsOf({}), user_metadata: {} });
  });

  test('are rejected with a reason when they have expired and are otherwise good', () => {
    const claims = claimsOf({});
    const check = (changed: object, at = now) =>
      checkClaims({ ...claims, ...changed }, settings.issuer, at);
    expect(check({})._unsafeUnwrap()).toEqual({ userId: id, sessionId: id, aal: 'aal2' });
    expect(check({ aal: 'aal1' })._unsafeUnwrap().aal).toBe('aal1');
    expect(check({ aal: 'other' })._unsafeUnwrap().aal).toBe('aal1');
    const end = 1_003_600_000;
    expect(check({}, end - 1).isOk()).toBe(true);
    expect(check({}, end)._unsafeUnwrapErr()).toEqual({ kind: 'bad_jwt', reason: 'expired' });
    // A token that is not ours has no reason, also when it has expired.
    for (const changed of [{ sub: 7 }, { session_id: 7 }, { aud: 'other' }])
      expect(check(changed, end)._unsafeUnwrapErr()).toEqual({ kind: 'bad_jwt' });
    for (const changed of [{ sub: 'x' }, { session_id: 'x' }])
      expect(check(changed)._unsafeUnwrapErr()).toEqual({ kind: 'bad_jwt' });
    // The clock of the server may be a minute behind.
    expect(check({}, 1_000_000_000 - 60_000).isOk()).toBe(true);
    expect(check({}, 1_000_000_000 - 60_001).isOk()).toBe(false);
  });
});

describe('refreshing a session (docs/rules.md#9)', () => {
  test('begins when exactly the margin is left', () => {
    const left = (ms: number) => shouldRefresh({ expiresAtSeconds: 1000, now: 1_000_000 - ms });
    expect([refreshMarginMs + 1, refreshMarginMs].map(left)).toEqual([false, true]);
  });

  test('is tried again only while the retry ends before the next check', () => {
    const startedAt = 1_000_000;
    const retry = (ms: number) => mayRetryRefresh({ startedAt, now: startedAt + ms, retry: 1 });
    expect([0, 29_799, 29_800].map(retry)).toEqual([true, true, false]);
  });

  test.each([
    [{ network: true } as const, true, true],
    [{ status: 399 }, true, true],
    [{ status: 400 }, false, false],
    [{ status: 429 }, false, true],
    [{ status: 499 }, false, false],
    [{ status: 500 }, true, true],
  ])('after %j it is tried again: %s, and the session stays: %s', (failure, retryable, keep) => {
    expect(refreshOutcome(failure)).toEqual({ retryable, keepSession: keep });
  });
});
