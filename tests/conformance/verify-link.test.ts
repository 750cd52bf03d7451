import { emailOf } from '@coachsite/core/testing';
import { describe, expect, test } from 'vitest';
import { call, newEmail } from '../support/auth-client.ts';
import type { TestServer } from '../support/server.ts';
import { sharedServer } from '../support/shared-server.ts';
import { openBrowser } from './support/browser.ts';
import { connect, lastLink, lastMail, linkOf, member } from './support/client.ts';

const env = { AUTH_EMAIL_MIN_INTERVAL_SECONDS: '0' };
const server = await sharedServer({ env });

const post = (on: TestServer, path: string, body: object, bearer?: string) =>
  call(on, 'POST', `/auth/v1${path}`, { body, bearer });

describe('docs/wire.md#4.4 GET /verify', () => {
  const target = () => `${server.url}/account`;
  const mailedTo = async (on: TestServer = server) => {
    const { email } = await member(on);
    await post(on, `/otp?redirect_to=${encodeURIComponent(`${on.url}/account`)}`, { email });
    return { email, mail: await lastMail(on, email) };
  };

  test('implicit: 303 with the session in the fragment, which the client reads', async () => {
    const { email, mail } = await mailedTo();
    const response = await openBrowser().step(linkOf(server, mail));
    expect(response.status).toBe(303);
    const location = new URL(response.headers.get('location') ?? '');
    expect(location.origin + location.pathname).toBe(target());
    expect(location.search).toBe('');
    const fragment = Object.fromEntries(new URLSearchParams(location.hash.slice(1)));
    expect(Object.keys(fragment).toSorted()).toEqual([
      'access_token',
      'expires_at',
      'expires_in',
      'refresh_token',
      'sb',
      'token_type',
      'type',
    ]);
    expect(fragment).toMatchObject({
      token_type: 'bearer',
      type: 'magiclink',
      expires_in: '3600',
      sb: '',
    });
    const { auth } = await connect(server);
    const { data } = await auth.setSession({
      access_token: fragment.access_token ?? '',
      refresh_token: fragment.refresh_token ?? '',
    });
    expect(data.user?.email).toBe(email);
    expect((await auth.refreshSession()).error).toBeNull();
  });

  test('an error: 303 with access_denied, the code and a text in the fragment', async () => {
    const { mail } = await mailedTo();
    const browser = openBrowser();
    await browser.step(linkOf(server, mail));
    const location = new URL(
      (await browser.step(linkOf(server, mail))).headers.get('location') ?? '',
    );
    expect(Object.fromEntries(new URLSearchParams(location.hash.slice(1)))).toEqual({
      error: 'access_denied',
      error_code: 'otp_expired',
      error_description: 'Email link is invalid or has expired',
      sb: '',
    });
  });

  test('a banned user: 303 with user_banned, and no session', async () => {
    const { email, mail } = await mailedTo();
    const user = await server.ports.users.byEmail(emailOf(email));
    const bannedUntil = server.ports.clock.now() + 3_600_000;
    await server.ports.users.change(user?.id ?? '', (current) => ({ ...current, bannedUntil }));
    const { headers } = await openBrowser().step(linkOf(server, mail));
    const { hash } = new URL(headers.get('location') ?? '');
    expect(Object.fromEntries(new URLSearchParams(hash.slice(1)))).toMatchObject({
      error: 'access_denied',
      error_code: 'user_banned',
    });
    expect(hash).not.toContain('access_token');
  });

  test('the first of two confirmations: 303 with a message', async () => {
    const { email, auth } = await member(server);
    await auth.updateUser({ email: newEmail() }, { emailRedirectTo: target() });
    const { headers } = await openBrowser().step(linkOf(server, await lastLink(server, email)));
    const location = new URL(headers.get('location') ?? '');
    expect(location.pathname).toBe('/account');
    const fragment = new URLSearchParams(location.hash.slice(1));
    expect(fragment.get('message')).toMatch(/^Confirmation link accepted/);
    expect(fragment.has('sb')).toBe(true);
  });

  test('HEAD does not run what GET does', async () => {
    const { mail } = await mailedTo();
    for (let i = 0; i < 3; i += 1) await fetch(linkOf(server, mail), { method: 'HEAD' });
    const { headers } = await openBrowser().step(linkOf(server, mail));
    expect(headers.get('location')).toContain('#access_token=');
  });

  test('the mail leads to the confirm page, which the scanner may open as often as it likes', async () => {
    const { mail } = await mailedTo();
    expect(mail.link?.pathname).toBe('/auth/confirm');
    expect(mail.link?.origin).toBe(server.url);
  });
});

test('a mailed link carries the flow type to the confirm page', async () => {
  const { email } = await member(server);
  await call(server, 'POST', '/auth/v1/otp', {
    body: { email },
    headers: { 'x-session-transport': 'cookie', origin: server.url },
  });
  expect((await lastMail(server, email)).link?.searchParams.get('transport')).toBe('cookie');
  await post(server, '/otp', { email });
  expect((await lastMail(server, email)).link?.searchParams.has('transport')).toBe(false);
});
