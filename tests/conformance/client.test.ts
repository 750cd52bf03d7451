import { readFileSync } from 'node:fs';
import { emailOf } from '@coachsite/core/testing';
import { createClient } from '@supabase/supabase-js';
import { describe, expect, test } from 'vitest';
import { call, goodPassword, newEmail } from '../support/auth-client.ts';
import { printed, promised } from '../support/example.ts';
import { startTestServer } from '../support/server.ts';
import { sharedServer } from '../support/shared-server.ts';
import { advance, connect, hashOf, lastLink, member } from './support/client.ts';

const server = await sharedServer({ env: { AUTH_EMAIL_MIN_INTERVAL_SECONDS: '0' } });

describe('docs/wire.md#10 the published client', () => {
  test('emits its events in order from sign-in to sign-out', async () => {
    const { email } = await member(server);
    const { auth, events } = await connect(server);
    await auth.signInWithPassword({ email, password: goodPassword });
    await auth.refreshSession();
    await auth.updateUser({ data: { a: 1 } });
    await auth.signOut();
    expect(events).toEqual([
      'INITIAL_SESSION',
      'SIGNED_IN',
      'TOKEN_REFRESHED',
      'USER_UPDATED',
      'SIGNED_OUT',
    ]);
  });

  test('keeps its session under sb-<first label>-auth-token', async () => {
    const { stored, session } = await member(server);
    expect(JSON.parse(stored.get('sb-127-auth-token') ?? '{}').refresh_token).toBe(
      session.refresh_token,
    );
  });

  test('getUser removes a session that the server no longer has', async () => {
    const { auth, session, events } = await member(server);
    await call(server, 'POST', '/auth/v1/logout', { bearer: session.access_token });
    expect((await auth.getUser()).data.user).toBeNull();
    expect((await auth.getSession()).data.session).toBeNull();
    expect(events.at(-1)).toBe('SIGNED_OUT');
  });

  test('signOut with a session that is gone is no error, in every scope', async () => {
    for (const scope of ['global', 'local'] as const) {
      const { auth, session } = await member(server);
      await call(server, 'POST', '/auth/v1/logout', { bearer: session.access_token });
      expect((await auth.signOut({ scope })).error).toBeNull();
      expect((await auth.getSession()).data.session).toBeNull();
    }
  });

  test('a 4xx or 429 is not tried again', async () => {
    const email = newEmail();
    let asked = 0;
    const counting = { ...server, url: server.url };
    for (const { app } of server.everyServer)
      app.server.on('request', (request: { url?: string }) => {
        if (request.url?.includes('grant_type=password')) asked += 1;
      });
    const { auth } = await connect(counting);
    for (let i = 0; i < 6; i += 1) await auth.signInWithPassword({ email, password: 'wrong' });
    expect(asked).toBe(6);
  });

  test('getClaims follows the keys of the server, and fails for a token of other keys', async () => {
    const { auth, session } = await member(server);
    expect((await auth.getClaims()).data?.claims.sub).toBe(session.user.id);
    const other = await startTestServer();
    const foreign = await member(other);
    const { data, error } = await auth.getClaims(foreign.session.access_token);
    expect(data).toBeNull();
    expect(error).not.toBeNull();
    await other.stop();
  });

  test('PASSWORD_RECOVERY comes with a recovery and with nothing else', async () => {
    const { email } = await member(server);
    for (const [type, expected] of [
      ['recovery', true],
      ['magiclink', false],
    ] as const) {
      const { auth, events } = await connect(server);
      if (type === 'recovery') await auth.resetPasswordForEmail(email);
      else await auth.signInWithOtp({ email });
      await auth.verifyOtp({ type, token_hash: hashOf(await lastLink(server, email)) });
      expect(events.includes('PASSWORD_RECOVERY')).toBe(expected);
    }
  });

  test('a session whose access token has expired is refreshed by itself', async () => {
    const { auth, session } = await member(server);
    advance(server, 3_700_000);
    const { data } = await auth.refreshSession();
    expect(data.session?.access_token).not.toBe(session.access_token);
    expect((await auth.getUser()).data.user?.id).toBe(session.user.id);
  });
});

test('docs/examples/supabase-client.ts prints what its comments say', async () => {
  const path = 'docs/examples/supabase-client.ts';
  expect(await printed([path], { SITE: server.url })).toEqual(promised(readFileSync(path, 'utf8')));
});

test('the first call of docs/wire.md signs up and logs it', async () => {
  const page = readFileSync('docs/wire.md', 'utf8');
  const code = /```ts\nimport .*\n([\s\S]*?)```/.exec(page)?.[1] ?? '';
  const email = newEmail();
  const run = Object.getPrototypeOf(async () => undefined).constructor;
  const given = [createClient, server.url, email, goodPassword];
  await run('createClient', 'PUBLIC_URL', 'email', 'password', code)(...given);
  const [row] = await server.ports.securityLog.list({ limit: 1, actionType: 'signup_success' });
  const user = await server.ports.users.byEmail(emailOf(email));
  expect(row).toMatchObject({ source: 'client', userId: user?.id });
});
