import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Call, call, fromSite, newEmail, signUp } from '../support/auth-client.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let adminId: string;
let admin: string;
let memberId: string;
let member: string;
beforeAll(async () => {
  server = await startTestServer();
  const one = (await signUp(server, newEmail())).body;
  const two = (await signUp(server, newEmail())).body;
  [adminId, admin, memberId, member] = [
    one.user.id,
    one.access_token,
    two.user.id,
    two.access_token,
  ];
  await server.ports.roles.grant(adminId, 'admin', server.ports.clock.now());
});
afterAll(() => server.stop());

const object = { accept: 'application/vnd.pgrst.object+json' };
const roles = (query: string, options: Call = {}) =>
  call(server, 'GET', `/rest/v1/user_roles${query}`, options);
const rpc = (name: string, body: unknown, options: Call = {}) =>
  call(server, 'POST', `/rest/v1/rpc/${name}`, { body, ...options });

describe('user_roles', () => {
  test('an admin reads the own row, as one object or as rows', async () => {
    const query = `?select=role&user_id=eq.${adminId}&role=eq.admin`;
    const one = await roles(query, { bearer: admin, headers: object });
    expect([one.status, one.body]).toEqual([200, { role: 'admin' }]);
    expect(one.headers.get('content-type')).toMatch(/^application\/vnd\.pgrst\.object\+json/);
    const rows = await roles(query, { bearer: admin });
    expect([rows.status, rows.body]).toEqual([200, [{ role: 'admin' }]]);
    expect(rows.headers.get('content-range')).toBe('0-0/*');
    const all = await roles('?select=*', { bearer: admin, headers: { prefer: 'count=exact' } });
    expect(all.body).toEqual([{ user_id: adminId, role: 'admin' }]);
    expect(all.headers.get('content-range')).toBe('0-0/1');
  });

  test('nobody else sees a row of somebody else, whatever the filter', async () => {
    const queries = ['', '?select=*', `?user_id=eq.${adminId}`, '?role=eq.admin'];
    const bearers = [member, undefined, server.config.publishableKey];
    for (const query of queries) {
      for (const bearer of bearers) {
        const { status, body, headers } = await roles(query, { bearer });
        expect([status, body]).toEqual([200, []]);
        expect(headers.get('content-range')).toBe('*/*');
      }
    }
    const other = await roles(`?user_id=eq.${memberId}`, { bearer: admin });
    expect(other.body).toEqual([]);
  });

  test.each([
    ['?user_id=eq.x', 400, '22P02'],
    ['?nothing=eq.1', 400, '42703'],
    ['?select=nothing', 400, '42703'],
    ['?role=neq.x', 400, 'PGRST100'],
    ['?or=(role.eq.admin)', 400, 'PGRST100'],
    ['?select=role,users(*)', 400, 'PGRST100'],
    ["?role=eq.x'%20or%201=1--", 200, undefined],
    ['?order=role.asc&limit=1&offset=0', 200, undefined],
  ])('%s is answered with %i %s', async (query, status, code) => {
    const answer = await roles(query, { bearer: member });
    expect([answer.status, answer.body.code]).toEqual([status, code]);
  });

  test.each(['POST', 'PATCH', 'DELETE', 'PUT'])('%s changes nothing', async (method) => {
    const body = { user_id: memberId, role: 'admin' };
    for (const [bearer, status] of [
      [member, 403],
      [undefined, 401],
    ] as const) {
      const answer = await call(server, method, `/rest/v1/user_roles?user_id=eq.${memberId}`, {
        body,
        bearer,
      });
      expect([answer.status, answer.body.code]).toEqual([status, '42501']);
    }
    expect(await server.ports.roles.rolesOf(memberId)).toEqual([]);
  });

  test('HEAD has no body', async () => {
    const answer = await call(server, 'HEAD', '/rest/v1/user_roles', { bearer: admin });
    expect([answer.status, answer.text]).toEqual([200, '']);
  });
});

test.each([
  ['GET', '/rest/v1/users', 'PGRST205'],
  ['GET', '/rest/v1', 'PGRST205'],
  ['POST', '/rest/v1/rpc/nothing', 'PGRST202'],
])('%s %s is 404 with an object', async (method, path, code) => {
  const { status, body } = await call(server, method, path);
  expect([status, body.code]).toEqual([404, code]);
});

describe('check_rate_limit', () => {
  const check = (identifier: string, extra: object = {}) =>
    rpc('check_rate_limit', { identifier, action_type: 'signin_attempt', ...extra });

  test('allows five in fifteen minutes and says no to the sixth', async () => {
    const answers = [];
    for (let i = 0; i < 6; i += 1) answers.push((await check('device-a')).body);
    expect(answers).toEqual([true, true, true, true, true, false]);
    expect((await check('device-b')).body).toBe(true);
  });

  test('holds what it is asked within bounds', async () => {
    const asked = { max_attempts: 1e9, time_window_minutes: 1e9 };
    const answers = await Promise.all(Array.from({ length: 120 }, () => check('device-d', asked)));
    expect(answers.filter(({ body }) => body === true)).toHaveLength(100);
    expect((await check('device-e', { max_attempts: -3 })).body).toBe(true);
    expect((await check('device-e', { max_attempts: -3 })).body).toBe(false);
  });

  test.each([
    [{ identifier: 'x' }, 404, 'PGRST202'],
    [{ identifier: 'x', action_type: 'y', more: 1 }, 404, 'PGRST202'],
    [{ identifier: 'x', action_type: 'y', max_attempts: 'z' }, 400, '22P02'],
    [{ identifier: {}, action_type: 'y' }, 400, '22P02'],
    ['[]', 400, 'PGRST102'],
    ['{', 400, 'PGRST102'],
  ])('%j is refused with %i %s', async (body, status, code) => {
    const answer = await rpc('check_rate_limit', body);
    expect([answer.status, answer.body.code]).toEqual([status, code]);
  });

  test('a token that is none, or was signed out, is told', async () => {
    const body = { identifier: 'device-f', action_type: 'signin_attempt' };
    const { access_token: bearer } = (await signUp(server, newEmail())).body;
    expect((await rpc('check_rate_limit', body, { bearer })).body).toBe(true);
    await call(server, 'POST', '/auth/v1/logout', { bearer });
    const over = await rpc('check_rate_limit', body, { bearer });
    expect([over.status, over.body.code]).toEqual([401, 'PGRST303']);
    const none = await rpc('check_rate_limit', body, { bearer: 'nothing' });
    expect([none.status, none.body.code]).toEqual([401, 'PGRST301']);
  });
});

describe('log_security_event', () => {
  const event = (details: unknown = {}) => ({
    action_type: 'auth_failure',
    table_name: 'security_events',
    details,
  });
  const rows = () => server.ports.securityLog.list({ source: 'client', limit: 100 });

  test('keeps what the client says, marked as such, with the server’s own facts', async () => {
    const details = { severity: 'low', timestamp: '2001-01-01T00:00:00Z', user_id: adminId };
    const answer = await rpc('log_security_event', event(details), {
      bearer: member,
      headers: { 'user-agent': 'a browser' },
    });
    expect([answer.status, answer.text]).toEqual([204, '']);
    const [row] = await rows();
    expect(row).toMatchObject({
      source: 'client',
      actionType: 'auth_failure',
      severity: 'medium',
      userId: memberId,
      ip: '127.0.0.1',
      userAgent: 'a browser',
      details,
    });
    expect(Math.abs((row?.at ?? 0) - Date.now())).toBeLessThan(60_000);
  });

  test('takes events of anonymous visitors, also with a cookie that is over', async () => {
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

  test.each([
    [{ ...event(), action_type: 'lock' }, 400],
    [{ ...event(), action_type: 'toString' }, 400],
    [{ ...event(), table_name: 'users' }, 400],
    [{ action_type: 'auth_failure' }, 404],
    [{ ...event(), source: 'server' }, 404],
    [event({ text: 'x'.repeat(5000) }), 413],
    [event({ text: 'x'.repeat(17_000) }), 413],
  ])('other events are refused: %#', async (body, status) => {
    const before = (await rows()).length;
    expect((await rpc('log_security_event', body)).status).toBe(status);
    expect((await rows()).length).toBe(before);
  });

  test('an address that floods is told to wait', async () => {
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
