import { describe, expect, test } from 'vitest';
import {
  type Call,
  call,
  fromSite,
  newEmail,
  otherPassword,
  signUp,
} from '../support/auth-client.ts';
import { startTestServer } from '../support/server.ts';
import { sharedServer } from '../support/shared-server.ts';

const server = await sharedServer();

const rpc = (name: string, body: unknown, options: Call = {}) =>
  call(server, 'POST', `/rest/v1/rpc/${name}`, { body, ...options });

describe('check_rate_limit', () => {
  const check = (identifier: string, extra: object = {}) =>
    rpc('check_rate_limit', { identifier, action_type: 'signin_attempt', ...extra });

  test('holds what it is asked within bounds', async () => {
    const asked = { max_attempts: 1e9, time_window_minutes: 1e9 };
    const responses = await Promise.all(
      Array.from({ length: 120 }, () => check('device-d', asked)),
    );
    expect(responses.filter(({ body }) => body === true)).toHaveLength(100);
    expect((await check('device-e', { max_attempts: -3 })).body).toBe(true);
    expect((await check('device-e', { max_attempts: -3 })).body).toBe(false);
  });

  test('begins anew for the device that sets a new password, and for no other', async () => {
    const bearer = (await signUp(server, newEmail())).body.access_token;
    const once = { max_attempts: 1 };
    const change = (body: object) =>
      call(server, 'PUT', '/auth/v1/user', { bearer, body, headers: { 'x-device': 'device-f' } });
    for (const device of ['device-f', 'device-g']) await check(device, once);
    expect((await change({ data: { language: 'en' } })).status).toBe(200);
    expect((await check('device-f', once)).body).toBe(false);
    expect((await change({ password: otherPassword })).status).toBe(200);
    expect((await check('device-f', once)).body).toBe(true);
    expect((await check('device-g', once)).body).toBe(false);
  });

  test('a client that sends hundreds is allowed no more, and fills no table', async () => {
    const proxied = await startTestServer({
      env: { TRUST_PROXY: '127.0.0.1', AUTH_IP_RATE_LIMITS: 'on' },
    });
    const from = (ip: string, identifier: string) =>
      call(proxied, 'POST', '/rest/v1/rpc/check_rate_limit', {
        body: { identifier, action_type: 'signin_attempt' },
        headers: { 'x-forwarded-for': ip },
      });
    const flood = await Promise.all(
      Array.from({ length: 210 }, (_, i) => from('198.51.100.1', `invented-${i}`)),
    );
    expect(flood.filter(({ body }) => body === true)).toHaveLength(200);
    expect((await from('198.51.100.2', 'device')).body).toBe(true);
    await proxied.stop();
  });
});

describe('log_security_event', () => {
  const event = (details: unknown = {}) => ({
    action_type: 'auth_failure',
    table_name: 'security_events',
    details,
  });
  const rows = () => server.ports.securityLog.list({ source: 'client', limit: 100 });

  test('keeps what the client says, marked as such, with the server’s own data', async () => {
    const { user, access_token: bearer } = (await signUp(server, newEmail())).body;
    const details = { severity: 'low', timestamp: '2001-01-01T00:00:00Z', user_id: 'x' };
    const response = await rpc('log_security_event', event(details), {
      bearer,
      headers: { 'user-agent': 'a browser' },
    });
    expect([response.status, response.text]).toEqual([204, '']);
    const [row] = await rows();
    expect(row).toMatchObject({
      source: 'client',
      actionType: 'auth_failure',
      severity: 'medium',
      userId: user.id,
      ip: '127.0.0.1',
      userAgent: 'a browser',
      details,
    });
    expect(Math.abs((row?.at ?? 0) - Date.now())).toBeLessThan(60_000);
  });

  test('takes events of anonymous visitors, also with an expired cookie', async () => {
    expect((await rpc('log_security_event', event())).status).toBe(204);
    const cookies = new Map([['cs-access', 'over']]);
    expect((await rpc('log_security_event', event(), { cookies })).status).toBe(204);
    expect((await rows())[0]?.userId).toBeUndefined();
  });

  test('takes a cookie from this site only', async () => {
    const signedUp = await call(server, 'POST', '/auth/v1/signup', {
      body: { email: newEmail(), password: 'Kraanvogel-7!zee' },
      headers: fromSite,
    });
    const { cookies } = signedUp;
    const foreign = await rpc('log_security_event', event(), { cookies });
    expect(foreign.status).toBe(403);
    const own = await rpc('log_security_event', event(), {
      cookies,
      headers: { 'sec-fetch-site': 'same-origin' },
    });
    expect(own.status).toBe(204);
    expect((await rows())[0]?.userId).toBe(signedUp.body.user.id);
  });

  test('an IP that sends too many has to wait', async () => {
    const limited = await startTestServer({ env: { AUTH_IP_RATE_LIMITS: 'on' } });
    const statuses = await Promise.all(
      Array.from({ length: 40 }, async () => {
        const path = '/rest/v1/rpc/log_security_event';
        return (await call(limited, 'POST', path, { body: event() })).status;
      }),
    );
    expect(statuses.filter((status) => status === 204)).toHaveLength(20);
    expect(statuses.filter((status) => status === 429)).toHaveLength(20);
    await limited.stop();
  });
});
