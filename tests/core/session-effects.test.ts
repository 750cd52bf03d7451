import { providersOf, withNewStamp } from '@coachsite/core/account';
import { toHex } from '@coachsite/core/kernel';
import {
  beginChain,
  endByRefreshToken,
  identifyUser,
  refreshSession,
  rotateSigningKey,
  signOut,
  startSession,
} from '@coachsite/core/session';
import { memoryDigest, memoryRandom } from '@coachsite/core/testing';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  formatRefreshToken,
  judgeRefresh,
  parseRefreshToken,
  refreshTokenMinLength,
} from '#core/src/session/refresh-token.ts';
import { context, memberSite, settings } from './support/member-site.ts';

/** What each deed with a session leaves: rows, tokens and events. */

const email = 'ann@example.com';
const elsewhere = { ip: '192.0.2.77', userAgent: 'a phone' };

async function signedIn() {
  const site = memberSite();
  const { user } = await site.member(email);
  const { granted } = (await site.signIn(email))._unsafeUnwrap();
  const refresh = (token: string) =>
    refreshSession(site.ports, settings, { token, context: elsewhere });
  const stored = () => site.ports.sessions.byId(granted.session.id);
  const lastEvent = async () => (await site.ports.securityLog.list({ limit: 1 }))[0];
  const identify = (token: string) => identifyUser(site.ports, settings, { token });
  return { site, user, granted, refresh, stored, lastEvent, identify };
}

describe('a session that begins', () => {
  test('has what the sign-in proved, and dates the account', async () => {
    const { site, user } = await signedIn();
    site.clock.advance(1234);
    const now = site.clock.now();
    const proof = { method: 'sso/saml', provider: 'p', notAfter: now + 9000, context } as const;
    const granted = (await startSession(site.ports, settings, { user, ...proof }))._unsafeUnwrap();
    expect(granted.session).toEqual({
      id: granted.session.id,
      userId: user.id,
      amr: [{ method: 'sso/saml', at: now, provider: 'p' }],
      createdAt: now,
      refreshedAt: undefined,
      notAfter: now + 9000,
      ...context,
      refresh: expect.objectContaining({ counter: 0, start: 0, rotatedAt: now }),
    });
    expect(await site.ports.sessions.byId(granted.session.id)).toEqual(granted.session);
    expect(granted.user).toEqual({ ...user, lastSignInAt: now, updatedAt: now });
    expect(await site.ports.users.byId(user.id)).toEqual(granted.user);
    expect(granted.expiresInSeconds).toBe(settings.accessTokenTtlSeconds);
    expect(granted.expiresAtSeconds).toBe(Math.floor(now / 1000) + settings.accessTokenTtlSeconds);
    expect(parseRefreshToken(granted.refreshToken)).toMatchObject({
      sessionId: granted.session.id,
      counter: 0,
    });
    expect(providersOf(granted.user.identities)).toEqual(['email']);
  });

  test('names no provider where there is none', async () => {
    const { site, user } = await signedIn();
    const granted = await startSession(site.ports, settings, { user, method: 'otp', context });
    const { session } = granted._unsafeUnwrap();
    expect(session.amr).toStrictEqual([{ method: 'otp', at: site.clock.now() }]);
  });

  test('is denied to an account that was just removed, or has another stamp, and changes nothing', async () => {
    const { site, user } = await signedIn();
    const start = () => startSession(site.ports, settings, { user, method: 'otp', context });
    await site.ports.users.change(user.id, withNewStamp);
    const before = await site.ports.sessions.ofUser(user.id);
    site.clock.advance(1);
    expect((await start())._unsafeUnwrapErr()).toEqual({ kind: 'session_not_found' });
    expect(await site.ports.sessions.ofUser(user.id)).toEqual(before);
    expect(await site.ports.users.byId(user.id)).toEqual(withNewStamp(user));
    await site.ports.users.remove(user.id);
    expect((await start())._unsafeUnwrapErr()).toEqual({ kind: 'session_not_found' });
  });
});

describe('a refresh', () => {
  test('keeps the session but for its chain, its time and where it is used', async () => {
    const { site, granted, refresh, stored } = await signedIn();
    site.clock.advance(5000);
    const now = site.clock.now();
    const next = (await refresh(granted.refreshToken))._unsafeUnwrap();
    expect(next.session).toEqual({
      ...granted.session,
      ...elsewhere,
      refreshedAt: now,
      refresh: { ...next.session.refresh, counter: 1, start: 0, rotatedAt: now },
    });
    expect(await stored()).toEqual(next.session);
    expect(next.expiresAtSeconds).toBe(granted.expiresAtSeconds + 5);
    site.clock.advance(1000);
    const again = (await refresh(granted.refreshToken))._unsafeUnwrap();
    expect(again.refreshToken).toBe(next.refreshToken);
    expect(await stored()).toEqual(next.session);
  });

  test('with an old token ends the session, which is recorded', async () => {
    const { site, granted, refresh, stored, lastEvent } = await signedIn();
    const second = (await refresh(granted.refreshToken))._unsafeUnwrap();
    await refresh(second.refreshToken);
    site.clock.advance(settings.refreshReuseIntervalMs + 1);
    expect((await refresh(granted.refreshToken))._unsafeUnwrapErr()).toEqual({
      kind: 'refresh_token_already_used',
    });
    expect(await stored()).toBeUndefined();
    expect(await lastEvent()).toMatchObject({
      ...elsewhere,
      actionType: 'session_revoked',
      userId: granted.user.id,
      details: { reason: 'refresh_token_already_used', session_id: granted.session.id },
    });
  });

  test('tells a text that is too short from one that is no token', async () => {
    const { refresh } = await signedIn();
    const kindOf = async (token: string) => (await refresh(token))._unsafeUnwrapErr().kind;
    expect(refreshTokenMinLength).toBe(12);
    expect(await kindOf('x'.repeat(11))).toBe('malformed_refresh_token');
    expect(await kindOf('x'.repeat(12))).toBe('refresh_token_not_found');
  });

  test('finds no session of an account that is gone', async () => {
    const { site, granted, refresh } = await signedIn();
    await site.ports.users.remove(granted.user.id);
    expect((await refresh(granted.refreshToken))._unsafeUnwrapErr()).toEqual({
      kind: 'session_not_found',
    });
  });
});

describe('a sign-out', () => {
  test.each(['local', 'others', 'global'] as const)(
    '%s is recorded with its scope',
    async (scope) => {
      const { site, granted, lastEvent } = await signedIn();
      await signOut(site.ports, { session: granted.session, scope, context: elsewhere });
      expect(await lastEvent()).toMatchObject({
        ...elsewhere,
        actionType: 'auth_logout',
        userId: granted.user.id,
        details: { scope },
      });
    },
  );

  test('takes the active refresh token or its parent, and no older one however recent', async () => {
    const { site, granted, refresh, stored } = await signedIn();
    const end = (token: string, scope: 'local' | 'global' = 'local') =>
      endByRefreshToken(site.ports, { token, scope, context: elsewhere });
    const second = (await refresh(granted.refreshToken))._unsafeUnwrap();
    await refresh(second.refreshToken);
    expect(await end(granted.refreshToken)).toBe(false);
    expect(await stored()).toBeDefined();
    expect(await end(second.refreshToken, 'global')).toBe(true);
    expect(await site.ports.sessions.ofUser(granted.user.id)).toEqual([]);
  });
});

describe('the user of an access token', () => {
  test('has the second factor only with a token that was issued after it', async () => {
    const { site, granted, identify, refresh } = await signedIn();
    const amr = [{ method: 'totp', at: 1 } as const, ...granted.session.amr];
    await site.ports.sessions.change(granted.session.id, (session) => ({
      session: { ...session, amr },
      result: undefined,
    }));
    const before = (await identify(granted.accessToken))._unsafeUnwrap();
    expect(before.session.amr).toEqual(granted.session.amr);
    const next = (await refresh(granted.refreshToken))._unsafeUnwrap();
    const after = (await identify(next.accessToken))._unsafeUnwrap();
    expect(after).toEqual({ user: next.user, session: { ...next.session, amr } });
  });

  test('is nobody with the session of somebody else, or one that has ended', async () => {
    const { site, granted, identify } = await signedIn();
    const other = await site.member('bob@example.com');
    const forged = await site.ports.signer.sign({
      ...(await site.ports.signer.verify(granted.accessToken))._unsafeUnwrap(),
      session_id: other.session.id,
    });
    expect((await identify(forged))._unsafeUnwrapErr()).toEqual({ kind: 'session_not_found' });
    await site.ports.sessions.remove(granted.session.id);
    expect((await identify(granted.accessToken))._unsafeUnwrapErr()).toEqual({
      kind: 'session_not_found',
    });
  });

  test('is found until the end that the provider set', async () => {
    const { site, granted, identify } = await signedIn();
    const notAfter = site.clock.now() + 1;
    await site.ports.sessions.change(granted.session.id, (session) => ({
      session: { ...session, notAfter },
      result: undefined,
    }));
    expect((await identify(granted.accessToken)).isOk()).toBe(true);
    site.clock.advance(1);
    expect((await identify(granted.accessToken)).isErr()).toBe(true);
  });
});

test('a new signing key is made now and recorded by its id', async () => {
  const { site, lastEvent } = await signedIn();
  const made: number[] = [];
  const makeSigningKey = (now: number) => {
    made.push(now);
    return 'kid-1';
  };
  expect(await rotateSigningKey({ ...site.ports, makeSigningKey }, { context: elsewhere })).toBe(
    'kid-1',
  );
  expect(made).toEqual([site.clock.now()]);
  expect(await lastEvent()).toMatchObject({
    ...elsewhere,
    actionType: 'keys_rotated',
    details: { kid: 'kid-1' },
  });
});

describe('a chain of refresh tokens', () => {
  const random = memoryRandom();
  const sessionId = '0b0e3c3a-7f4e-4f5b-9c6d-1d2e3f405162';
  const judge = (
    chain: Parameters<typeof judgeRefresh>[0],
    counter: number,
    secret: string,
    [now, reuseIntervalMs]: readonly [number, number],
  ) =>
    judgeRefresh(
      chain,
      { sessionId, counter, secret },
      { reuseIntervalMs, digest: memoryDigest, now },
    );

  test('begins with 256 bits of its own, and keeps only their hash', () => {
    const { chain, secret } = beginChain(random, memoryDigest, 7, 99);
    expect(secret).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(chain).toEqual({
      counter: 7,
      start: 7,
      key: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/),
      hash: toHex(memoryDigest.sha256(secret)),
      rotatedAt: 99,
    });
    expect(chain.key).not.toBe(secret);
  });

  test('goes on by one with each rotation, and knows its oldest token', () => {
    const { chain, secret } = beginChain(random, memoryDigest, 7, 0);
    const rotated = judge(chain, 7, secret, [50, 10]);
    if (rotated.kind !== 'rotated') throw new Error(rotated.kind);
    expect(rotated.chain).toEqual({
      ...chain,
      counter: 8,
      hash: toHex(memoryDigest.sha256(rotated.secret)),
      rotatedAt: 50,
    });
    expect(judge(rotated.chain, 7, secret, [50, 10])).toEqual({
      kind: 'repeated',
      secret: rotated.secret,
    });
    expect(judge(rotated.chain, 6, secret, [50, 10]).kind).toBe('unknown');
    expect(judge(rotated.chain, 9, secret, [50, 10]).kind).toBe('unknown');
  });

  test('knows no number above the active one or below the oldest, not even with a right secret', () => {
    const { chain, secret } = beginChain(random, memoryDigest, 7, 0);
    expect(judge(chain, 8, secret, [0, 10]).kind).toBe('unknown');
    const rotated = judge(chain, 7, secret, [0, 10]);
    if (rotated.kind !== 'rotated') throw new Error(rotated.kind);
    expect(judge({ ...rotated.chain, start: 8 }, 7, secret, [0, 10]).kind).toBe('unknown');
    expect(judge({ ...rotated.chain, start: 7 }, 7, secret, [0, 10]).kind).toBe('repeated');
  });

  test('without an interval an older token is a theft at once', () => {
    const { chain, secret } = beginChain(random, memoryDigest, 0, 0);
    const first = judge(chain, 0, secret, [5, 0]);
    if (first.kind !== 'rotated') throw new Error(first.kind);
    const second = judge(first.chain, 1, first.secret, [5, 0]);
    if (second.kind !== 'rotated') throw new Error(second.kind);
    expect(judge(second.chain, 1, first.secret, [5, 0]).kind).toBe('repeated');
    expect(judge(second.chain, 0, secret, [5, 0]).kind).toBe('reused');
    expect(judge(second.chain, 0, secret, [5, 1]).kind).toBe('repeated');
  });

  test('an older token repeats up to the end of the interval, with the clock ahead or back', () => {
    let { chain, secret } = beginChain(random, memoryDigest, 0, 0);
    const oldest = secret;
    for (const counter of [0, 1]) {
      const verdict = judge(chain, counter, secret, [1000, 10]);
      if (verdict.kind !== 'rotated') throw new Error(verdict.kind);
      ({ chain, secret } = verdict);
    }
    const kinds = [989, 990, 1010, 1011].map((now) => judge(chain, 0, oldest, [now, 10]).kind);
    expect(kinds).toEqual(['reused', 'repeated', 'repeated', 'reused']);
  });

  test('a token is written without hyphens, and read only in that form', () => {
    const { secret } = beginChain(random, memoryDigest, 0, 0);
    const text = formatRefreshToken({ sessionId, counter: 12, secret });
    expect(text).toBe(`0b0e3c3a7f4e4f5b9c6d1d2e3f405162.12.${secret}`);
    for (const wrong of [
      `${text}x`,
      `x${text}`,
      text.slice(0, -1),
      text.replace('.12.', '.1234567890.'),
      text.replace('.12.', '..'),
      text.replace('.12.', '.x.'),
      text.replace('.', '-'),
      text.toUpperCase(),
    ])
      expect(parseRefreshToken(wrong), wrong).toBeUndefined();
    fc.assert(
      fc.property(fc.nat(999_999_999), (counter) => {
        const token = { sessionId, counter, secret };
        expect(parseRefreshToken(formatRefreshToken(token))).toEqual(token);
      }),
    );
  });
});
