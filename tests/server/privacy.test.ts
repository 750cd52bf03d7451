import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { dayMs } from '@coachsite/core/kernel';
import { eraseAccount, exportAccount } from '@coachsite/core/privacy';
import { emailOf } from '@coachsite/core/testing';
import { expect, test } from 'vitest';
import { removeExpired } from '#server/src/jobs/retention.ts';
import { call, goodPassword, signUp } from '../support/auth-client.ts';
import { json } from '../support/requests.ts';
import { sharedServer } from '../support/shared-server.ts';
import { addWaitingMail } from '../support/waiting-mail.ts';

const runner = join(import.meta.dirname, '../../scripts/run.mjs');
const ann = 'ann@example.com';
const context = { ip: '192.0.2.1', userAgent: 'test' };
const server = await sharedServer();

/** Runs the command beside the server, as npm does. */
async function privacy(...parameters: readonly string[]) {
  const child = spawn(process.execPath, [runner, 'privacy.ts', ...parameters], {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      DATA_DIR: server.dataDirectory,
    },
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
  const { clock, mailQueue } = server.ports;
  const waiting = { id: 'waits', to: ann, subject: 'Reset', text: 'secret-link', html: '' };
  const now = clock.now();
  await addWaitingMail(mailQueue, waiting, now, now + 3_600_000);
  const exported = await privacy('export', '--email', 'Ann@Example.com');
  expect([exported.status, exported.error]).toEqual([0, '']);
  const data = JSON.parse(exported.out) as Record<string, readonly Record<string, unknown>[]>;
  expect(data.accounts).toHaveLength(1);
  expect(data.accounts?.[0]).toMatchObject({ email: ann, hasPassword: true });
  expect(data.messages).toMatchObject([{ email: ann, message: 'Marker' }]);
  expect(data.interests).toMatchObject([{ email: ann, programId: 'mind-body-12' }]);
  expect(JSON.stringify(data.securityEvents)).toContain(ann);
  const enqueuedAt = new Date(now).toISOString();
  expect(data.mails).toEqual([{ to: ann, subject: 'Reset', enqueuedAt }]);
  expect(exported.out).not.toMatch(/argon2|bob@example|secret-link/);

  const erased = await privacy('erase', '--email', ann);
  expect(erased.status).toBe(0);
  expect(JSON.parse(erased.out)).toMatchObject({ accounts: 1, messages: 1, interests: 1 });
  const after = await privacy('export', '--email', ann);
  expect(JSON.parse(after.out)).toMatchObject({
    accounts: [],
    messages: [],
    interests: [],
    mails: [],
    securityEvents: [],
  });
  expect(await server.outbox(ann)).toEqual([]);
  expect(await server.ports.users.byEmail(emailOf('bob@example.com'))).toBeDefined();
  const events = await server.ports.securityLog.list({ limit: 5, actionType: 'data_erasure' });
  expect(events).toHaveLength(1);
  expect(JSON.stringify(events)).not.toContain('ann');
}, 120_000);

test('an account holder gets and deletes the account, never what others wrote under its address', async () => {
  const bob = await server.ports.users.byEmail(emailOf('bob@example.com'));
  if (!bob) throw new Error('no account');
  const data = await exportAccount(server.ports, { userId: bob.id, context });
  expect(data).toMatchObject({ email: 'bob@example.com', roles: [] });
  expect(data?.sessions.length).toBeGreaterThan(0);
  expect(JSON.stringify(data)).not.toContain('Marker');
  expect((await eraseAccount(server.ports, { user: bob, context })).isOk()).toBe(true);
  expect(await server.ports.users.byEmail(emailOf('bob@example.com'))).toBeUndefined();
  expect(await server.ports.sessions.ofUser(bob.id)).toEqual([]);
  expect(await exportAccount(server.ports, { userId: bob.id, context })).toBeUndefined();
});

/** Text messages in the folder and in the queue, by the number they go to. */
async function texts(number: string) {
  const folder = server.config.outboxDirectory;
  const files = readdirSync(folder).filter((name) => name.endsWith('.txt'));
  const sent = files.filter((name) => readFileSync(join(folder, name), 'utf8').startsWith(number));
  return { sent: sent.length, waiting: (await server.ports.smsQueue.toNumber(number)).length };
}

/** An account with a number, to which one message was sent and one waits. */
async function withTexts(email: string, phone: string) {
  const { body } = await signUp(server, email);
  const bearer = body.access_token as string;
  await call(server, 'PUT', '/auth/v1/user', { bearer, body: { phone } });
  await call(server, 'POST', '/auth/v1/otp', { body: { phone } });
  await expect.poll(() => texts(phone)).toEqual({ sent: 1, waiting: 0 });
  const { ids, clock, smsQueue } = server.ports;
  const later = clock.now() + 60_000;
  const sms = { id: ids.uuid(), to: phone, text: '123456', expiresAt: later };
  await smsQueue.enqueue(sms, later);
  return bearer;
}

test('text messages to one’s numbers are exported without their codes, and erased with the account', async () => {
  const bearer = await withTexts('dan@example.com', '32470111222');
  await withTexts('dora@example.com', '32470111333');
  const own = await call(server, 'GET', '/api/account/export', { bearer });
  expect(own.body.textMessages).toEqual([
    { to: '32470111222', expiresAt: expect.stringMatching(/Z$/) },
  ]);
  await call(server, 'DELETE', '/api/account', { bearer, body: { password: goodPassword } });
  expect(await texts('32470111222')).toEqual({ sent: 0, waiting: 0 });
  expect(await texts('32470111333')).toEqual({ sent: 1, waiting: 1 });

  const exported = await privacy('export', '--email', 'dora@example.com');
  expect(JSON.parse(exported.out).accounts[0].textMessages).toHaveLength(1);
  expect(exported.out).not.toContain('123456');
  const erased = await privacy('erase', '--email', 'dora@example.com');
  expect(JSON.parse(erased.out)).toMatchObject({ accounts: 1, textMessages: 2 });
  expect(await texts('32470111333')).toEqual({ sent: 0, waiting: 0 });
}, 120_000);

test('an address in the security log is readable for thirty days, then a mark only the key makes', async () => {
  await leaveTraces('eve@example.com');
  const inLog = async () => JSON.stringify(await server.ports.securityLog.list({ limit: 50 }));
  const now = server.ports.clock.now();
  const tidy = (days: number) =>
    removeExpired(
      { ...server.ports, clock: { now: () => now + days * dayMs } },
      server.config.site,
    );
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

test('a malformed address is rejected with a reason', async () => {
  const rejected = await privacy('export', '--email', 'nobody');
  expect([rejected.status, rejected.error]).toEqual([1, 'Invalid email: Invalid email format\n']);
});
