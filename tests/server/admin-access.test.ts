import { beforeAll, describe, expect, test } from 'vitest';
import {
  type ApiResponse,
  call,
  fromSite,
  goodPassword,
  newEmail,
  signUp,
} from '../support/auth-client.ts';
import { sharedServer } from '../support/shared-server.ts';

const server = await sharedServer();

const path = '/api/admin/security-events';
const read = (bearer?: string) => call(server, 'GET', path, { bearer });
const newAdmin = async () => {
  const { body } = await signUp(server, newEmail());
  await server.ports.roles.grant(body.user.id, 'admin', server.ports.clock.now());
  return body;
};

test('visitors, the publishable key and members are rejected', async () => {
  const { body } = await signUp(server, newEmail());
  const cases: readonly (readonly [string | undefined, number, string])[] = [
    [undefined, 401, 'no_authorization'],
    [server.config.publishableKey, 401, 'no_authorization'],
    ['garbage', 401, 'bad_jwt'],
    [body.access_token, 403, 'not_admin'],
  ];
  for (const [bearer, status, code] of cases) {
    const response = await read(bearer);
    expect([response.status, response.body.code]).toEqual([status, code]);
  }
});

test('an admin is admitted, and each time is in the log with severity high', async () => {
  const admin = await newAdmin();
  for (let i = 0; i < 2; i += 1) expect((await read(admin.access_token)).status).toBe(200);
  const rows = () =>
    server.ports.securityLog.list({
      actionType: 'admin_access',
      userId: admin.user.id,
      limit: 10,
    });
  await expect.poll(async () => (await rows()).length).toBe(2);
  expect((await rows())[0]).toMatchObject({
    source: 'server',
    severity: 'high',
    details: { method: 'GET', path },
  });
});

test('what an admin did stays in the log when the account is deleted, and what the member did goes', async () => {
  await newAdmin();
  const admin = await newAdmin();
  expect((await read(admin.access_token)).status).toBe(200);
  const closed = await call(server, 'DELETE', '/api/account', {
    bearer: admin.access_token,
    body: { password: goodPassword },
  });
  expect(closed.status).toBe(204);
  const left = await server.ports.securityLog.list({ userId: admin.user.id, limit: 10 });
  expect(left.map(({ actionType }) => actionType)).toEqual(['admin_access']);
});

test('losing the role or the session counts at the next request', async () => {
  const admin = await newAdmin();
  await server.ports.roles.revoke(admin.user.id, 'admin');
  expect((await read(admin.access_token)).body.code).toBe('not_admin');
  const other = await newAdmin();
  await call(server, 'POST', '/auth/v1/logout', { bearer: other.access_token });
  const over = await read(other.access_token);
  expect([over.status, over.body.code]).toEqual([401, 'session_not_found']);
});

describe('by cookie', () => {
  let cookies: ApiResponse['cookies'];
  beforeAll(async () => {
    const response = await call(server, 'POST', '/auth/v1/signup', {
      body: { email: newEmail(), password: goodPassword },
      headers: fromSite,
    });
    cookies = response.cookies;
    await server.ports.roles.grant(response.body.user.id, 'admin', server.ports.clock.now());
  });

  test('reading needs no more', async () => {
    expect((await call(server, 'GET', path, { cookies })).status).toBe(200);
  });

  test('changing needs this site', async () => {
    const remove = (headers: Readonly<Record<string, string>>) =>
      call(server, 'DELETE', '/api/admin/messages/00000000-0000-4000-8000-000000000000', {
        cookies,
        headers,
      });
    const foreign = await remove({ 'sec-fetch-site': 'cross-site' });
    expect([foreign.status, foreign.body.code]).toEqual([403, 'cross_site_request']);
    expect((await remove({})).body.code).toBe('cross_site_request');
    expect((await remove({ 'sec-fetch-site': 'same-origin' })).body.code).toBe('message_not_found');
  });
});
