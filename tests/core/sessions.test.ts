import { endByRefreshToken, identifyUser, refreshSession, signOut } from '@coachsite/core/session';
import { expect, test } from 'vitest';
import { context, memberSite, settings } from './support/member-site.ts';

const email = 'ann@example.com';

async function signedIn() {
  const site = memberSite();
  await site.member(email);
  const { granted } = (await site.signIn(email))._unsafeUnwrap();
  const refresh = (token: string, some = settings as Parameters<typeof refreshSession>[1]) =>
    refreshSession(site.ports, some, { token, context });
  const kindOf = async (token: string, some?: Parameters<typeof refreshSession>[1]) => {
    const refreshed = await refresh(token, some);
    return refreshed.isErr() ? refreshed.error.kind : 'refreshed';
  };
  return { site, granted, refresh, kindOf };
}

test('tokens that are none, of no session, or past the limits of a session are rejected', async () => {
  const { site, granted, kindOf } = await signedIn();
  expect(await kindOf('x')).toBe('malformed_refresh_token');
  expect(await kindOf('x'.repeat(60))).toBe('refresh_token_not_found');
  site.clock.advance(1000);
  expect(await kindOf(granted.refreshToken, { ...settings, inactivityMs: 1000 })).toBe(
    'session_expired',
  );
  expect(await kindOf(granted.refreshToken)).toBe('session_not_found');
});

test('a session of a provider ends when the provider said, and one of a banned user at the next refresh', async () => {
  const { site, granted, kindOf } = await signedIn();
  const bannedUntil = site.clock.now() + 1000;
  await site.ports.users.change(granted.user.id, (user) => ({ ...user, bannedUntil }));
  expect(await kindOf(granted.refreshToken)).toBe('user_banned');
  const other = await signedIn();
  const { session } = other.granted;
  const notAfter = other.site.clock.now();
  await other.site.ports.sessions.change(session.id, (current) => ({
    session: { ...current, notAfter },
    result: undefined,
  }));
  const identified = await identifyUser(other.site.ports, settings, {
    token: other.granted.accessToken,
  });
  expect(identified._unsafeUnwrapErr().kind).toBe('session_not_found');
  expect(await other.kindOf(other.granted.refreshToken)).toBe('session_expired');
});

test('an access token is worth nothing once it expired, its user is gone or banned, or it is not ours', async () => {
  const { site, granted } = await signedIn();
  const kind = async (token = granted.accessToken, issuer = settings.issuer as string) => {
    const found = await identifyUser(site.ports, { issuer }, { token });
    return found.isErr() ? found.error.kind : 'found';
  };
  expect(await kind()).toBe('found');
  expect(await kind('x')).toBe('bad_jwt');
  expect(await kind(granted.accessToken, 'https://other.example')).toBe('bad_jwt');
  const bannedUntil = site.clock.now() + 1;
  await site.ports.users.change(granted.user.id, (user) => ({ ...user, bannedUntil }));
  expect(await kind()).toBe('user_banned');
  await site.ports.users.remove(granted.user.id);
  expect(await kind()).toBe('user_not_found');
  site.clock.advance(settings.accessTokenTtlSeconds * 1000);
  expect(await kind()).toBe('bad_jwt');
});

test('a sign-out ends this session, the others, or all', async () => {
  for (const [scope, left] of [
    ['local', 2],
    ['others', 1],
    ['global', 0],
  ] as const) {
    const { site, granted } = await signedIn();
    await site.signIn(email);
    const { userId } = granted.session;
    const sessions = () => site.ports.sessions.ofUser(userId);
    expect(await sessions()).toHaveLength(3);
    await signOut(site.ports, { session: granted.session, scope, context });
    expect(await sessions()).toHaveLength(left);
    const logged = (await site.events()).filter((kind) => kind === 'auth_logout').length;
    await signOut(site.ports, { session: { id: 'none', userId: 'none' }, scope, context });
    expect((await site.events()).filter((kind) => kind === 'auth_logout')).toHaveLength(logged);
  }
});

test('a refresh token signs out while it is the active one', async () => {
  const { site, granted, refresh } = await signedIn();
  const end = (token: string) => endByRefreshToken(site.ports, { token, scope: 'local', context });
  expect(await end('x')).toBe(false);
  const next = (await refresh(granted.refreshToken))._unsafeUnwrap();
  expect(await end(next.refreshToken)).toBe(true);
  expect(await end(next.refreshToken)).toBe(false);
});
