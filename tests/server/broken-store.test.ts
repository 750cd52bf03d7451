import Sqlite from 'better-sqlite3';
import { expect, test, vi } from 'vitest';
import { call, newEmail, signIn, signUp } from '../support/auth-client.ts';
import { startTestServer } from '../support/server.ts';

/** The guards and the store each of them reads; when it fails they must reject. Source: docs/security.md#ER-3. */
test.each([
  ['attempts', ['otp', 'advice']],
  ['lockouts', ['sign-in']],
  ['sessions', ['user', 'admin', 'roles']],
  ['user_roles', ['user', 'admin', 'roles']],
] as const)('without the table %s nobody is let through', async (table, calls) => {
  const server = await startTestServer();
  const email = newEmail();
  const { body } = await signUp(server, email);
  await server.ports.roles.grant(body.user.id, 'admin', 1);
  const side = new Sqlite(server.config.sqlitePath);
  side.pragma('foreign_keys = OFF');
  side.exec(`DROP TABLE ${table}`);
  side.close();
  const bearer = body.access_token;
  const ask = {
    otp: () => call(server, 'POST', '/auth/v1/otp', { body: { email } }),
    advice: () =>
      call(server, 'POST', '/rest/v1/rpc/check_rate_limit', {
        body: { identifier: 'x', action_type: 'y' },
      }),
    'sign-in': () => signIn(server, email),
    user: () => call(server, 'GET', '/auth/v1/user', { bearer }),
    admin: () => call(server, 'GET', '/api/admin/security-events', { bearer }),
    roles: () => call(server, 'GET', '/rest/v1/user_roles', { bearer }),
  };
  for (const name of calls) {
    const { status, text } = await ask[name]();
    expect([name, status]).toEqual([name, 503]);
    expect(text).not.toMatch(/sqlite|table|\.ts/i);
  }
  await server.stop();
});

test('an audit row that cannot be written leads to a log line without personal data', async () => {
  const server = await startTestServer();
  const email = newEmail();
  await signUp(server, email);
  const logged = vi.spyOn(server.app.log, 'error');
  const side = new Sqlite(server.config.sqlitePath);
  side.exec('DROP TABLE security_events');
  side.close();
  // The sign-in that it describes succeeded, and stays so.
  expect((await signIn(server, email)).status).toBe(200);
  await expect.poll(() => logged.mock.calls.length).toBe(1);
  expect(logged.mock.calls[0]).toEqual([
    { actionType: 'auth_success', errors: ['SqliteError SQLITE_ERROR'] },
    'security event not written',
  ]);
  await server.stop();
});

/** Source: docs/security.md#RB-5. */
test('an admin does nothing that cannot be recorded', async () => {
  const server = await startTestServer();
  const email = newEmail();
  const { body } = await signUp(server, email);
  await server.ports.roles.grant(body.user.id, 'admin', 1);
  const message = { name: 'Ann', email: 'ann@example.com', subject: 'Dag', message: 'Dag' };
  await call(server, 'POST', '/api/contact', { body: message });
  const [kept] = await server.ports.messages.list({ limit: 1, offset: 0 });
  const side = new Sqlite(server.config.sqlitePath);
  side.exec(`CREATE TRIGGER full BEFORE INSERT ON security_events
    BEGIN SELECT RAISE(ABORT, 'no space'); END`);
  const bearer = body.access_token;
  const path = `/api/admin/messages/${kept?.id}`;
  const changes = [
    () => call(server, 'GET', '/api/admin/messages', { bearer }),
    () => call(server, 'PATCH', path, { bearer, body: { status: 'archived' } }),
    () => call(server, 'DELETE', path, { bearer }),
    () => call(server, 'GET', '/api/admin/notify', { bearer }),
  ];
  for (const change of changes) {
    const { status, text } = await change();
    expect(status).toBe(503);
    expect(text).not.toContain('Ann');
  }
  expect(await server.ports.messages.list({ limit: 1, offset: 0 })).toEqual([kept]);
  side.exec('DROP TRIGGER full');
  side.close();
  const changed = await call(server, 'PATCH', path, { bearer, body: { status: 'archived' } });
  expect(changed.status).toBe(200);
  await server.stop();
});
