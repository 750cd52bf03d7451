import { exportPerson, exportText } from '@coachsite/core/privacy';
import { emailOf } from '@coachsite/core/testing';
import { expect, test } from 'vitest';
import { type Call, call, fromSite, goodPassword, signIn, signUp } from '../support/auth-client.ts';
import { startTestServer } from '../support/server.ts';
import { sharedServer } from '../support/shared-server.ts';
import { asAdmin, asMember } from '../support/signed-in.ts';

const server = await sharedServer();
const admin = await asAdmin(server);

const ann = 'ann@example.com';
const bob = 'bob@example.com';
const ask = (what: 'export' | 'erase', body: unknown, headers = admin) =>
  call(server, 'POST', `/api/admin/person/${what}`, { body, headers });
const events = (actionType: 'data_export' | 'data_erasure') =>
  server.ports.securityLog.list({ limit: 50, actionType });

/** An account, a message and a place on the waiting list. */
async function leaveTraces(email: string) {
  await signUp(server, email);
  const message = { name: 'Somebody', email, subject: 'Dag', message: `From ${email}` };
  await call(server, 'POST', '/api/contact', { body: message });
  await call(server, 'POST', '/api/notify', { body: { email, programId: 'mind-body-12' } });
  await server.outbox();
}

const userIdOf = async (email: string) => (await server.ports.users.byEmail(emailOf(email)))?.id;

test('visitors and members export and erase nobody', async () => {
  await leaveTraces('eve@example.com');
  const member = await asMember(server);
  for (const what of ['export', 'erase'] as const) {
    const body = { email: 'eve@example.com' };
    expect(await ask(what, body, {})).toMatchObject({
      status: 401,
      body: { code: 'no_authorization' },
    });
    const rejected = await ask(what, body, member);
    expect(rejected).toMatchObject({ status: 403, body: { code: 'not_admin' } });
    expect(rejected.text).not.toContain('eve');
  }
  expect(await userIdOf('eve@example.com')).toBeDefined();
  expect([...(await events('data_export')), ...(await events('data_erasure'))]).toEqual([]);
});

test('an export is what the command line prints, of that person and of nobody else', async () => {
  await leaveTraces(ann);
  await leaveTraces(bob);
  const exported = await ask('export', { email: ' Ann@Example.com ' });
  expect(exported.status).toBe(200);
  expect(exported.headers.get('cache-control')).toBe('no-store');
  expect(exported.headers.get('content-disposition')).toBe('attachment; filename="person.json"');
  expect(exported.body).toMatchObject({
    email: ann,
    accounts: [{ email: ann, hasPassword: true }],
    messages: [{ email: ann, message: `From ${ann}` }],
    interests: [{ email: ann, programId: 'mind-body-12' }],
  });
  expect(exported.text).not.toMatch(/argon2|bob@example/);
  const context = { ip: 'local', userAgent: 'command line' };
  expect(exported.text).toBe(
    exportText(await exportPerson(server.ports, { person: { email: emailOf(ann) }, context })),
  );
  const [printed, read] = await events('data_export');
  expect(printed?.userId).toBeUndefined();
  expect(read).toMatchObject({ severity: 'high', details: {} });
  expect((await server.ports.roles.rolesOf(read?.userId ?? '')).includes('admin')).toBe(true);
});

test('an erasure takes everything of that person, and the second finds nothing', async () => {
  const erased = await ask('erase', { email: ann });
  expect(erased).toMatchObject({ status: 200, body: { accounts: 1, messages: 1, interests: 1 } });
  const none = { accounts: 0, messages: 0, interests: 0, securityEvents: 0 };
  const nothing = { ...none, pendingChanges: 0, mails: 0, textMessages: 0, errorReports: 0 };
  expect((await ask('erase', { email: ann })).body).toEqual(nothing);
  const after = await ask('export', { email: ann });
  expect(after.body).toEqual({
    email: ann,
    accounts: [],
    pendingChanges: [],
    messages: [],
    interests: [],
    mails: [],
    textMessages: [],
    errorReports: [],
    securityEvents: [],
  });
  expect(await userIdOf(bob)).toBeDefined();
  expect(await server.ports.messages.ofSender(bob)).toHaveLength(1);
  const recorded = await events('data_erasure');
  expect(recorded).toHaveLength(2);
  expect(recorded.every(({ userId }) => userId !== undefined)).toBe(true);
  expect(JSON.stringify(recorded)).not.toContain('ann');
});

test.each([
  [{ email: 'nobody' }, 'invalid_email', { reasons: ['format'] }],
  [{ email: '' }, 'invalid_email', { reasons: ['required'] }],
  [{}, 'invalid_email', { reasons: ['required'] }],
  [[], 'validation_failed', {}],
])('%j is rejected with a reason', async (body, code, extra) => {
  for (const what of ['export', 'erase'] as const) {
    expect(await ask(what, body)).toMatchObject({ status: 422, body: { code, ...extra } });
  }
});

test('the last admin is not erased; one of two is, by cookie too, but not from another site', async () => {
  const other = await startTestServer({ env: { AUTH_IP_RATE_LIMITS: 'on' } });
  try {
    const erase = (email: string, as: Call) =>
      call(other, 'POST', '/api/admin/person/erase', { body: { email }, ...as });
    await signUp(other, ann);
    const { cookies } = await signIn(other, ann, goodPassword, fromSite);
    const id = (await other.ports.users.byEmail(emailOf(ann)))?.id ?? '';
    await other.ports.roles.grant(id, 'admin', 1);
    const cookie = { cookies, headers: fromSite };
    const elsewhere = { 'sec-fetch-site': 'cross-site' };
    expect(await erase(ann, { cookies, headers: elsewhere })).toMatchObject({
      status: 403,
      body: { code: 'cross_site_request' },
    });
    const rejected = await erase(ann, cookie);
    expect(rejected).toMatchObject({ status: 409, body: { code: 'last_admin' } });
    expect(await other.ports.users.byEmail(emailOf(ann))).toBeDefined();

    await asAdmin(other);
    const erased = await erase(ann, cookie);
    expect(erased).toMatchObject({ status: 200, body: { accounts: 1 } });
    expect([...erased.cookies.values()]).toContain('');
    const [event] = await other.ports.securityLog.list({ limit: 1, actionType: 'data_erasure' });
    expect(event?.userId).toBeUndefined();
    expect((await erase(ann, cookie)).status).toBe(401);

    const second = { headers: await asAdmin(other) };
    const statuses: number[] = [];
    for (let round = 0; round < 31; round += 1) statuses.push((await erase(bob, second)).status);
    expect(statuses.slice(-2)).toEqual([429, 429]);
  } finally {
    await other.stop();
  }
});
