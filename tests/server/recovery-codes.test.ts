import { afterAll, beforeAll, expect, test } from 'vitest';
import { call, signIn } from '../support/auth-client.ts';
import { newAppUser } from '../support/second-factor.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const path = '/api/account/recovery-codes';
const make = (bearer: string) => call(server, 'POST', path, { bearer, body: {} });
const redeem = (bearer: string, code: string) =>
  call(server, 'POST', `${path}/redeem`, { bearer, body: { code } });
const left = async (bearer: string) => (await call(server, 'GET', path, { bearer })).body.left;

/** A member with an app and recovery codes, and a new session that has not used the app. */
async function withCodes() {
  const user = await newAppUser(server);
  const made = await make(user.session.access_token);
  expect(made.status).toBe(201);
  const low = (await signIn(server, user.email)).body.access_token as string;
  return { ...user, codes: made.body.codes as readonly string[], low };
}

test('a code lets a member who lost the phone in, once, and a mail says so', async () => {
  const { email, codes, low, session } = await withCodes();
  expect(new Set(codes).size).toBe(10);
  expect(await left(low)).toBe(10);
  expect((await call(server, 'GET', '/api/account/sessions', { bearer: low })).status).toBe(403);
  const typed = ` ${codes[3]?.toUpperCase().replaceAll('-', ' ')} `;
  expect((await redeem(low, typed)).status).toBe(204);
  expect((await call(server, 'GET', '/api/account/sessions', { bearer: low })).status).toBe(200);
  // The session on the lost phone is over.
  expect((await call(server, 'GET', path, { bearer: session.access_token })).status).toBe(401);
  expect(await left(low)).toBe(0);
  expect((await redeem(low, codes[4] ?? '')).body.code).toBe('recovery_code_invalid');
  expect((await server.outbox(email)).at(-1)?.subject).toBe('Een tweede stap is verwijderd');
});

test('new codes replace those of before, and are made with the second factor only', async () => {
  const { codes, low, session } = await withCodes();
  expect((await make(low)).body.code).toBe('insufficient_aal');
  expect((await make(session.access_token)).status).toBe(201);
  expect((await redeem(low, codes[0] ?? '')).status).toBe(422);
  const other = await withCodes();
  expect((await redeem(low, other.codes[0] ?? '')).status).toBe(422);
});

test('new codes are recorded, and a mail says so', async () => {
  const { email, session } = await withCodes();
  const subjects = (await server.outbox(email)).map(({ subject }) => subject);
  expect(subjects).toContain('Je hebt nieuwe herstelcodes');
  const [event] = await server.ports.securityLog.list({ actionType: 'factor_change', limit: 1 });
  expect(event).toMatchObject({
    userId: session.user.id,
    severity: 'medium',
    details: { change: 'recovery_codes_made' },
  });
});

test('guesses are limited per user, over sessions', async () => {
  const { email, codes, low } = await withCodes();
  const second = (await signIn(server, email)).body.access_token as string;
  for (let guess = 0; guess < 15; guess += 1) {
    expect((await redeem(guess % 2 ? low : second, 'aaaa-bbbb-cccc-dddd')).status).toBe(422);
  }
  const limited = await redeem(second, codes[0] ?? '');
  expect([limited.status, Number(limited.headers.get('retry-after')) > 0]).toEqual([429, true]);
});

test('no code is kept readable, and nobody without an account gets any', async () => {
  const { codes } = await withCodes();
  const { readFileSync } = await import('node:fs');
  const stored = readFileSync(`${server.config.sqlitePath}-wal`, 'latin1');
  for (const code of codes) {
    expect(stored).not.toContain(code);
    expect(stored).not.toContain(code.replaceAll('-', ''));
  }
  expect((await fetch(server.url + path, { method: 'POST' })).status).toBe(401);
});
