import { describe, expect, test } from 'vitest';
import { call } from '../support/auth-client.ts';
import { sharedServer } from '../support/shared-server.ts';
import { advance, type Connected, connect, member } from './support/client.ts';

const server = await sharedServer();
const admin = await member(server);
const plain = await member(server);
const stranger = await connect(server);
await server.ports.roles.grant(admin.session.user.id, 'admin', Date.now());

const get = (query: string, headers: Readonly<Record<string, string>> = {}, bearer?: string) =>
  call(server, 'GET', `/rest/v1/user_roles${query}`, { headers, bearer });

describe('docs/wire.md#12 user_roles through the client', () => {
  const ask = ({ client }: Connected, userId: string) =>
    client.from('user_roles').select('role').eq('user_id', userId).eq('role', 'admin');

  test('.single(): the row of an admin, and PGRST116 with 406 for anybody else', async () => {
    const own = await ask(admin, admin.session.user.id).single();
    expect([own.status, own.data]).toEqual([200, { role: 'admin' }]);
    const other = await ask(plain, plain.session.user.id).single();
    expect(other.status).toBe(406);
    expect(other.error).toMatchObject({
      code: 'PGRST116',
      details: 'Results contain 0 rows, application/vnd.pgrst.object+json requires 1 row',
      hint: null,
      message: 'Cannot coerce the result to a single JSON object',
    });
  });

  test('.maybeSingle() and a list', async () => {
    expect((await ask(admin, admin.session.user.id).maybeSingle()).data).toEqual({ role: 'admin' });
    expect(await ask(plain, plain.session.user.id).maybeSingle()).toMatchObject({
      data: null,
      error: null,
    });
    const counted = await admin.client.from('user_roles').select('*', { count: 'exact' });
    expect([counted.count, counted.data]).toEqual([
      1,
      [{ user_id: admin.session.user.id, role: 'admin' }],
    ]);
    const head = await admin.client.from('user_roles').select('*', { count: 'exact', head: true });
    expect([head.count, head.error]).toEqual([1, null]);
  });

  test('a user sees own rows only, an admin too; the anonymous see none, with 200', async () => {
    for (const who of [plain, stranger]) {
      const rows = await ask(who, admin.session.user.id);
      expect([rows.status, rows.data]).toEqual([200, []]);
      expect((await who.client.from('user_roles').select()).data).toEqual([]);
    }
    for (const bearer of [plain.session.access_token, undefined, server.config.publishableKey]) {
      for (const query of [
        '',
        '?select=*',
        `?user_id=eq.${admin.session.user.id}`,
        '?role=eq.admin',
      ]) {
        const { status, body, headers } = await get(query, {}, bearer);
        expect([status, body, headers.get('content-range')]).toEqual([200, [], '*/*']);
      }
    }
    expect((await ask(admin, plain.session.user.id)).data).toEqual([]);
    await server.ports.roles.grant(plain.session.user.id, 'admin', Date.now());
    const rows = await admin.client.from('user_roles').select('user_id');
    expect(rows.data).toEqual([{ user_id: admin.session.user.id }]);
    await server.ports.roles.revoke(plain.session.user.id, 'admin');
  });

  test('an id may be in capitals and without hyphens, as PostgreSQL reads it', async () => {
    const { id } = admin.session.user;
    for (const written of [id.toUpperCase(), id.replaceAll('-', '')]) {
      const rows = await get(`?user_id=eq.${written}`, {}, admin.session.access_token);
      expect(rows.body).toEqual([{ user_id: id, role: 'admin' }]);
    }
  });

  test('SQL in a filter is text', async () => {
    const rows = await get("?role=eq.x'%20or%201=1--", {}, admin.session.access_token);
    expect([rows.status, rows.body]).toEqual([200, []]);
  });

  test('limit, offset and order are taken', async () => {
    const rows = await admin.client.from('user_roles').select('role').order('role').range(0, 0);
    expect([rows.status, rows.data]).toEqual([200, [{ role: 'admin' }]]);
  });

  test.each([
    ['order=role.sideways', 'PGRST100'],
    ['order=role,,user_id', 'PGRST100'],
    ['order=role.desc.nullslast,shoe_size', '42703'],
    ['limit=many', 'PGRST100'],
    ['offset=-1', 'PGRST100'],
  ])('%s: 400 %s', async (query, code) => {
    const rows = await get(`?${query}`, {}, admin.session.access_token);
    expect([rows.status, rows.body]).toMatchObject([400, { code }]);
  });

  test('insert, update, upsert and delete: 42501 with 401 for the anonymous and 403 for users', async () => {
    const row = { user_id: plain.session.user.id, role: 'admin' };
    for (const [who, status] of [
      [stranger, 401],
      [plain, 403],
      [admin, 403],
    ] as const) {
      const roles = who.client.from('user_roles');
      const responses = await Promise.all([
        roles.insert(row),
        roles.upsert(row),
        roles.update({ role: 'x' }).eq('user_id', row.user_id),
        roles.delete().eq('user_id', row.user_id),
      ]);
      for (const response of responses)
        expect([response.status, response.error?.code]).toEqual([status, '42501']);
    }
    const put = await call(server, 'PUT', `/rest/v1/user_roles?user_id=eq.${row.user_id}`, {
      body: row,
      bearer: plain.session.access_token,
    });
    expect([put.status, put.body.code]).toEqual([403, '42501']);
    expect(await server.ports.roles.rolesOf(row.user_id)).toEqual([]);
  });
});

describe('docs/wire.md#12 on the wire', () => {
  test('one object has its own type, a list its range', async () => {
    const bearer = admin.session.access_token;
    const one = await get('?select=role', { accept: 'application/vnd.pgrst.object+json' }, bearer);
    expect(one.headers.get('content-type')).toMatch(/^application\/vnd\.pgrst\.object\+json/);
    expect(one.text).toBe('{"role":"admin"}');
    expect((await get('', {}, bearer)).headers.get('content-range')).toBe('0-0/*');
    const counted = await get('', { prefer: 'count=exact' }, bearer);
    expect(counted.headers.get('content-range')).toBe('0-0/1');
    const head = await call(server, 'HEAD', '/rest/v1/user_roles', { bearer });
    expect([head.status, head.text]).toEqual([200, '']);
  });

  test.each([
    ['an unknown table', '/rest/v1/people', {}, 404, 'PGRST205'],
    ['an unknown column', '/rest/v1/user_roles?name=eq.x', {}, 400, '42703'],
    ['an unknown column to read', '/rest/v1/user_roles?select=name', {}, 400, '42703'],
    ['a bad uuid', '/rest/v1/user_roles?user_id=eq.12', {}, 400, '22P02'],
    ['an unknown filter', '/rest/v1/user_roles?role=like.a*', {}, 400, 'PGRST100'],
    ['another filter', '/rest/v1/user_roles?role=neq.x', {}, 400, 'PGRST100'],
    ['several filters in one', '/rest/v1/user_roles?or=(role.eq.admin)', {}, 400, 'PGRST100'],
    ['another table within', '/rest/v1/user_roles?select=role,users(*)', {}, 400, 'PGRST100'],
    ['no table', '/rest/v1', {}, 404, 'PGRST205'],
    ['an unknown schema', '/rest/v1/user_roles', { 'accept-profile': 'private' }, 406, 'PGRST106'],
    ['an unacceptable type', '/rest/v1/user_roles', { accept: 'image/png' }, 406, 'PGRST107'],
    [
      'a token that is none',
      '/rest/v1/user_roles',
      { authorization: 'Bearer a.b.c' },
      401,
      'PGRST301',
    ],
  ])('%s', async (_name, path, headers, status, code) => {
    const response = await call(server, 'GET', path, { headers: { ...headers } });
    expect(response.status).toBe(status);
    expect(Object.keys(response.body).toSorted()).toEqual(['code', 'details', 'hint', 'message']);
    expect(response.body.code).toBe(code);
  });

  test('an expired token, and one whose session was deleted: 401 PGRST303', async () => {
    const gone = await member(server);
    await call(server, 'POST', '/auth/v1/logout', { bearer: gone.session.access_token });
    const over = await member(server);
    const noSession = await get('', {}, gone.session.access_token);
    expect([noSession.status, noSession.body.code]).toEqual([401, 'PGRST303']);
    advance(server, 3_601_000);
    const late = await get('', {}, over.session.access_token);
    expect([late.status, late.body.code]).toEqual([401, 'PGRST303']);
    expect(late.body.message).toBe('JWT expired');
    const body = { identifier: 'x', action_type: 'y' };
    for (const [bearer, code] of [
      [gone.session.access_token, 'PGRST303'],
      ['nothing', 'PGRST301'],
    ] as const) {
      const response = await call(server, 'POST', '/rest/v1/rpc/check_rate_limit', {
        body,
        bearer,
      });
      expect([response.status, response.body.code]).toEqual([401, code]);
    }
  });
});

describe('docs/wire.md#12 rpc', () => {
  const event = { action_type: 'auth_failure', table_name: 'security_events', details: { a: 1 } };

  test('log_security_event: 204 for users and visitors alike', async () => {
    for (const { client } of [plain, stranger]) {
      const { status, data, error } = await (await renewed(client)).rpc(
        'log_security_event',
        event,
      );
      expect([status, data, error]).toEqual([204, null, null]);
    }
    const rows = await server.ports.securityLog.list({ source: 'client', limit: 5 });
    expect(rows).toHaveLength(2);
    for (const row of rows) expect(row).toMatchObject({ details: { a: 1 }, ip: '127.0.0.1' });
  });
  /** The clock was moved ahead above: a client whose token has expired gets a new one. */
  const renewed = async (client: Connected['client']) => {
    await client.auth.refreshSession();
    return client;
  };

  test('check_rate_limit: true and counted, false over the limit, atomic', async () => {
    const args = { identifier: 'a-device', action_type: 'signin_attempt' };
    const responses = await Promise.all(
      Array.from({ length: 12 }, () => stranger.client.rpc('check_rate_limit', args)),
    );
    expect(responses.map(({ data }) => data).filter((data) => data === true)).toHaveLength(5);
    expect(responses.map(({ data }) => data).filter((data) => data === false)).toHaveLength(7);
    const own = { ...args, identifier: 'b-device', max_attempts: 2, time_window_minutes: 1 };
    const verdicts = [];
    for (let i = 0; i < 3; i += 1) {
      verdicts.push((await stranger.client.rpc('check_rate_limit', own)).data);
    }
    expect(verdicts).toEqual([true, true, false]);
  });

  test('an unknown function, unknown and missing arguments: 404 PGRST202', async () => {
    const { client } = stranger;
    const responses = [
      await client.rpc('drop_everything'),
      await client.rpc('check_rate_limit', { identifier: 'x', action_type: 'y', more: 1 }),
      await client.rpc('check_rate_limit', { identifier: 'x' }),
      await client.rpc('log_security_event', { ...event, user_id: 'x' }),
      await client.rpc('log_security_event', { ...event, source: 'server' }),
      await client.rpc('log_security_event', { action_type: 'auth_failure' }),
    ];
    for (const { status, error } of responses)
      expect([status, error?.code]).toEqual([404, 'PGRST202']);
  });

  test('a writing function by GET: 405; a bad body: 400 PGRST102; a bad argument: 400 22P02', async () => {
    const read = await stranger.client.rpc('check_rate_limit', { identifier: 'x' }, { get: true });
    expect([read.status, read.error?.code]).toEqual([405, 'PGRST101']);
    for (const [body, code] of [
      ['{', 'PGRST102'],
      ['[]', 'PGRST102'],
      [{ identifier: 'x', action_type: 'y', max_attempts: 'z' }, '22P02'],
      [{ identifier: {}, action_type: 'y' }, '22P02'],
    ] as const) {
      const response = await call(server, 'POST', '/rest/v1/rpc/check_rate_limit', { body });
      expect([response.status, response.body.code]).toEqual([400, code]);
    }
  });
});

describe('docs/wire.md#12 what else is rejected', () => {
  const rpc = (body: object, headers: Readonly<Record<string, string>> = {}) =>
    call(server, 'POST', '/rest/v1/rpc/log_security_event', { body, headers });
  const event = { action_type: 'auth_failure', table_name: 'security_events' };

  test('a method that a table does not know: 405 PGRST117', async () => {
    const response = await fetch(`${server.url}/rest/v1/user_roles`, { method: 'PROPFIND' });
    expect([response.status, (await response.json()).code]).toEqual([405, 'PGRST117']);
  });

  test('another schema for a call: 406 PGRST106; details that are too large: 413', async () => {
    const elsewhere = await rpc({ ...event, details: {} }, { 'content-profile': 'private' });
    expect([elsewhere.status, elsewhere.body.code]).toEqual([406, 'PGRST106']);
    const kept = async () => (await server.ports.securityLog.list({ limit: 100 })).length;
    const before = await kept();
    expect((await rpc({ ...event, details: { a: 'x'.repeat(5000) } })).status).toBe(413);
    expect((await rpc({ ...event, details: { a: 'x'.repeat(17_000) } })).status).toBe(413);
    expect(await kept()).toBe(before);
  });

  test('an action that clients may not log, and another table: 400', async () => {
    const kept = async () => (await server.ports.securityLog.list({ limit: 100 })).length;
    const before = await kept();
    for (const other of [
      { action_type: 'role_change' },
      { action_type: 'lock' },
      { action_type: 'toString' },
      { table_name: 'users' },
    ])
      expect((await rpc({ ...event, ...other, details: {} })).status).toBe(400);
    expect(await kept()).toBe(before);
  });
});
