import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { dayMs } from '@coachsite/core/kernel';
import { eraseAccount, exportAccount } from '@coachsite/core/privacy';
import { removeExpired } from '@coachsite/server/retention';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { json } from '../support/requests.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

const runner = join(import.meta.dirname, '../../scripts/run.mjs');
const ann = 'ann@example.com';
const caller = { address: '192.0.2.1', userAgent: 'test' };
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

/** Runs the command beside the server, as npm does. */
async function privacy(...parameters: readonly string[]) {
  const child = spawn(process.execPath, [runner, 'privacy.ts', ...parameters], {
    env: { PATH: process.env.PATH, DATA_DIR: server.dataDirectory },
  });
  const [out, error, status] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise<number | null>((resolve) => child.on('close', resolve)),
  ]);
  return { out, error, status };
}

/** A person who did everything a visitor can do. */
async function leaveTraces(email: string) {
  const call = (path: string, body: object, headers = {}) =>
    fetch(server.url + path, { ...json(body), headers: { ...json(body).headers, ...headers } });
  const apikey = { apikey: server.config.publishableKey };
  await call('/auth/v1/signup', { email, password: 'Vlaamse-Kermis-27' }, apikey);
  await call('/api/contact', { name: 'Ann', email, subject: 'Dag', message: 'Marker' });
  await call('/api/notify', { email, programId: 'mind-body-12' });
  const details = { severity: 'low', url: '/auth', note: `failed for ${email}` };
  const event = { action_type: 'auth_failure', table_name: 'security_events', details };
  await call('/rest/v1/rpc/log_security_event', event, apikey);
  await server.outbox();
}

test('one person is exported with all that is kept, and erased without a trace of the address', async () => {
  await leaveTraces(ann);
  await leaveTraces('bob@example.com');
  const exported = await privacy('export', '--email', 'Ann@Example.com');
  expect([exported.status, exported.error]).toEqual([0, '']);
  const data = JSON.parse(exported.out) as Record<string, readonly Record<string, unknown>[]>;
  expect(data.accounts).toHaveLength(1);
  expect(data.accounts?.[0]).toMatchObject({ email: ann, hasPassword: true });
  expect(data.messages).toMatchObject([{ email: ann, message: 'Marker' }]);
  expect(data.interests).toMatchObject([{ email: ann, programId: 'mind-body-12' }]);
  expect(JSON.stringify(data.securityEvents)).toContain(ann);
  expect(exported.out).not.toMatch(/argon2|bob@example/);

  const erased = await privacy('erase', '--email', ann);
  expect(erased.status).toBe(0);
  expect(JSON.parse(erased.out)).toMatchObject({ accounts: 1, messages: 1, interests: 1 });
  const after = await privacy('export', '--email', ann);
  expect(JSON.parse(after.out)).toMatchObject({
    accounts: [],
    messages: [],
    interests: [],
    securityEvents: [],
  });
  expect(await server.outbox(ann)).toEqual([]);
  expect(await server.ports.users.byEmail('bob@example.com')).toBeDefined();
  const events = await server.ports.securityLog.list({ limit: 5, actionType: 'data_erasure' });
  expect(events).toHaveLength(1);
  expect(JSON.stringify(events)).not.toContain('ann');
}, 120_000);

test('an account holder gets and deletes the account, never what others wrote under its address', async () => {
  const bob = await server.ports.users.byEmail('bob@example.com');
  const data = await exportAccount(server.ports, bob?.id ?? '', caller);
  expect(data).toMatchObject({ email: 'bob@example.com', roles: [] });
  expect(data?.sessions.length).toBeGreaterThan(0);
  expect(JSON.stringify(data)).not.toContain('Marker');
  expect((await eraseAccount(server.ports, bob?.id ?? '', caller)).isOk()).toBe(true);
  expect(await server.ports.users.byEmail('bob@example.com')).toBeUndefined();
  expect(await server.ports.sessions.ofUser(bob?.id ?? '')).toEqual([]);
  expect(await exportAccount(server.ports, bob?.id ?? '', caller)).toBeUndefined();
});

test('an address in the security log is readable for thirty days, then a mark only the key makes', async () => {
  await leaveTraces('eve@example.com');
  const inLog = async () => JSON.stringify(await server.ports.securityLog.list({ limit: 50 }));
  const now = server.ports.clock.now();
  const tidy = (days: number) =>
    removeExpired({ ...server.ports, clock: { now: () => now + days * dayMs } });
  expect((await tidy(29.9)).hiddenAddresses).toBe(0);
  expect(await inLog()).toContain('eve@example.com');
  expect((await tidy(30.1)).hiddenAddresses).toBe(2);
  expect(await inLog()).not.toContain('eve@example.com');
  const exported = await privacy('export', '--email', 'eve@example.com');
  const { securityEvents } = JSON.parse(exported.out) as { securityEvents: readonly object[] };
  expect(JSON.stringify(securityEvents)).toContain('hidden-');
}, 120_000);

test.each([[[]], [['export']], [['look', '--email', ann]], [['erase', '--email', ann, 'more']]])(
  '%j is wrong usage',
  async (parameters) => {
    expect((await privacy(...parameters)).status).toBe(2);
  },
);

test('what is no address is refused with a reason', async () => {
  const refused = await privacy('export', '--email', 'nobody');
  expect([refused.status, refused.error]).toEqual([1, 'Invalid email: Invalid email format\n']);
});
