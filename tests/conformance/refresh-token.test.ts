import { describe, expect, test } from 'vitest';
import { call, getUser, goodPassword, refresh, statusAndCode } from '../support/auth-client.ts';
import { startTestServer } from '../support/server.ts';
import { sharedServer } from '../support/shared-server.ts';
import { advance, claimsOf, connect, holdClock, member } from './support/client.ts';

const server = await sharedServer();
holdClock(server);

const chain = async (length: number) => {
  const { session } = await member(server);
  const tokens = [session.refresh_token];
  let access = session.access_token;
  for (let i = 0; i < length; i += 1) {
    const { body } = await refresh(server, tokens.at(-1) ?? '');
    tokens.push(body.refresh_token);
    access = body.access_token;
  }
  return { tokens, access };
};

describe('docs/wire.md#5 refresh tokens', () => {
  test('the current one: a new token, the same session, the same time of sign-in', async () => {
    const { session, auth } = await member(server);
    const before = claimsOf(session.access_token);
    advance(server, 3000);
    const { data } = await auth.refreshSession();
    const after = claimsOf(data.session?.access_token ?? '');
    expect(after.session_id).toBe(before.session_id);
    expect(after.amr).toEqual(before.amr);
    expect(after.iat).toBeGreaterThan(before.iat);
    expect(data.user?.last_sign_in_at).toBe(session.user.last_sign_in_at);
  });

  test('the parent of the current one, at any time: the current one again', async () => {
    const { tokens } = await chain(1);
    advance(server, 86_400_000);
    for (let i = 0; i < 3; i += 1) {
      const { status, body } = await refresh(server, tokens[0] ?? '');
      expect([status, body.refresh_token]).toEqual([200, tokens[1]]);
    }
    expect((await refresh(server, tokens[1] ?? '')).status).toBe(200);
  });

  test('an older one within ten seconds of the last refresh: the current one', async () => {
    const { tokens } = await chain(3);
    for (const old of tokens.slice(0, 2)) {
      const { status, body } = await refresh(server, old);
      expect([status, body.refresh_token]).toEqual([200, tokens[3]]);
    }
  });

  test('an older one after ten seconds: 400, and the session ends with all its tokens', async () => {
    const { tokens, access } = await chain(3);
    advance(server, 10_500);
    const { status, body } = await refresh(server, tokens[0] ?? '');
    expect([status, body.error_code, body.msg]).toEqual([
      400,
      'refresh_token_already_used',
      'Invalid Refresh Token: Already Used',
    ]);
    expect((await refresh(server, tokens[3] ?? '')).status).toBe(400);
    expect((await getUser(server, access)).body.error_code).toBe('session_not_found');
  });

  test.each([
    ['unknown', 'abcdefghijklmnop', 'refresh_token_not_found'],
    ['shorter than 12', 'abc', 'validation_failed'],
    ['of a session that never was', `${'0'.repeat(32)}.0.${'A'.repeat(43)}`, 'session_not_found'],
  ])('%s: 400', async (_name, token, code) => {
    const { status, body } = await refresh(server, token);
    expect([status, body.error_code]).toEqual([400, code]);
    const texts: Readonly<Record<string, string>> = {
      refresh_token_not_found: 'Invalid Refresh Token: Refresh Token Not Found',
      validation_failed: 'Refresh token is not valid',
    };
    if (texts[code]) expect(body.msg).toBe(texts[code]);
  });

  test('a guessed token of a living session is unknown and does it no harm', async () => {
    const { session } = await member(server);
    const [id, counter] = session.refresh_token.split('.');
    const forged = `${id}.${counter}.${'A'.repeat(43)}`;
    expect((await refresh(server, forged)).body.error_code).toBe('refresh_token_not_found');
    expect((await refresh(server, session.refresh_token)).status).toBe(200);
  });

  test('a refresh notes where it came from, and keeps the session and its proofs', async () => {
    const { session } = await member(server);
    const before = claimsOf(session.access_token);
    const { body } = await call(server, 'POST', '/auth/v1/token?grant_type=refresh_token', {
      body: { refresh_token: session.refresh_token },
      headers: { 'user-agent': 'Bicycle/2.0' },
    });
    const after = claimsOf(body.access_token);
    expect([after.session_id, after.amr]).toEqual([before.session_id, before.amr]);
    expect(await server.ports.sessions.byId(before.session_id)).toMatchObject({
      userAgent: 'Bicycle/2.0',
      refreshedAt: expect.any(Number),
    });
  });

  test('a deleted session, and a banned user: 400', async () => {
    const gone = await member(server);
    await gone.auth.signOut();
    expect((await refresh(server, gone.session.refresh_token)).status).toBe(400);
    const banned = await member(server);
    await server.ports.users.change(banned.session.user.id, (user) => ({
      ...user,
      bannedUntil: server.ports.clock.now() + 3_600_000,
    }));
    const { status, body } = await refresh(server, banned.session.refresh_token);
    expect([status, body.error_code]).toEqual([400, 'user_banned']);
  });

  test('twenty at once: one valid session, one current token, no 409 and no 5xx', async () => {
    const { session } = await member(server);
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => refresh(server, session.refresh_token)),
    );
    expect(responses.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(new Set(responses.map(({ body }) => body.refresh_token)).size).toBe(1);
    for (const { body } of responses)
      expect((await getUser(server, body.access_token)).status).toBe(200);
    expect((await refresh(server, responses[13]?.body.refresh_token)).status).toBe(200);
  });

  test('twenty clients that share one session refresh it at once, and all of them go on', async () => {
    const { session } = await member(server);
    const clients = await Promise.all(Array.from({ length: 20 }, () => connect(server)));
    await Promise.all(clients.map(({ auth }) => auth.setSession(session)));
    const results = await Promise.all(clients.map(({ auth }) => auth.refreshSession()));
    expect(results.map(({ error }) => error)).toEqual(Array(20).fill(null));
    const later = await Promise.all(clients.map(({ auth }) => auth.getUser()));
    expect(later.every(({ data }) => data.user?.id === session.user.id)).toBe(true);
  });

  test('a session in use elsewhere survives one that signs out locally', async () => {
    const { email, auth } = await member(server);
    const other = await connect(server);
    await other.auth.signInWithPassword({ email, password: goodPassword });
    await auth.signOut({ scope: 'local' });
    expect((await other.auth.refreshSession()).error).toBeNull();
  });
});

describe('docs/wire.md#10 the client at its refresh', () => {
  test('setSession with an expired access token refreshes it', async () => {
    const short = await startTestServer({ env: { AUTH_ACCESS_TOKEN_TTL: '1' } });
    const { session } = await member(short);
    const { auth } = await connect(short);
    const [head, body, signature] = session.access_token.split('.');
    const old = JSON.parse(Buffer.from(body ?? '', 'base64url').toString());
    const over = `${head}.${Buffer.from(JSON.stringify({ ...old, exp: 1 })).toString('base64url')}.${signature}`;
    const { data, error } = await auth.setSession({ ...session, access_token: over });
    expect(error).toBeNull();
    expect(data.session?.refresh_token).not.toBe(session.refresh_token);
    await short.stop();
  });

  test('an empty refresh token: 400, not a server error that is retried', async () => {
    const response = await call(server, 'POST', '/auth/v1/token?grant_type=refresh_token', {
      body: {},
    });
    expect(statusAndCode(response)).toEqual([400, 'validation_failed']);
  });
});
