import { describe, expect, test } from 'vitest';
import { call, newEmail } from '../support/auth-client.ts';
import { newAppUser } from '../support/second-factor.ts';
import { sharedServer } from '../support/shared-server.ts';
import { asMember } from '../support/signed-in.ts';

/** Mails that one account, or strangers, make the site send. Source: docs/security.md#CF-7. */
const codes = '/api/account/recovery-codes';

describe('a member', () => {
  test('makes recovery codes five times, gets two mails about it, and 429 then with nothing changed', async () => {
    const server = await sharedServer();
    const { email, session } = await newAppUser(server);
    const make = () =>
      call(server, 'POST', codes, { bearer: session.access_token as string, body: {} });
    for (let i = 0; i < 5; i += 1) expect((await make()).status).toBe(201);
    const before = await server.ports.factors.stateOf(session.user.id);
    const refused = await make();
    expect([refused.status, refused.body.code]).toEqual([429, 'over_request_rate_limit']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(800);
    expect(await server.ports.factors.stateOf(session.user.id)).toEqual(before);
    const told = (await server.outbox(email)).filter(({ subject }) => /herstelcodes/.test(subject));
    expect(told).toHaveLength(1);
    // The other four are one mail, which follows within ten minutes of the first.
    const waiting = await server.ports.mailQueue.unsent(10);
    expect(waiting.map(({ to, subject }) => [to, subject])).toEqual([
      [email, 'Je hebt nieuwe herstelcodes'],
    ]);
    const [{ nextTryAt = 0, enqueuedAt } = { enqueuedAt: 0 }] = waiting;
    expect(nextTryAt - enqueuedAt).toBeGreaterThan(9 * 60_000);
    expect(nextTryAt - enqueuedAt).toBeLessThanOrEqual(10 * 60_000);
  });

  test('has twenty addresses told of a change of address in a day, and the next one is refused', async () => {
    const server = await sharedServer({ env: { AUTH_AUTOCONFIRM: 'off' } });
    const headers = { ...(await asMember(server)), 'content-type': 'application/json' };
    const change = async () => {
      const body = JSON.stringify({ email: newEmail() });
      const response = await fetch(`${server.url}/auth/v1/user`, { method: 'PUT', headers, body });
      return { status: response.status, body: (await response.json()) as { error_code?: string } };
    };
    for (let i = 0; i < 20; i += 1) expect((await change()).status).toBe(200);
    const refused = await change();
    expect([refused.status, refused.body.error_code]).toEqual([429, 'over_email_send_rate_limit']);
  });
});

describe('beyond the bound of the site', () => {
  const env = {
    REQUESTED_MAILS_PER_DAY: '3',
    AUTH_AUTOCONFIRM: 'off',
    CONTACT_TO: 'coach@example.com',
  };

  test('every request for a mail gets 429 before anything changes, and the owner one mail', async () => {
    const server = await sharedServer({ env });
    const post = (path: string, body: object) => call(server, 'POST', path, { body });
    for (let i = 0; i < 3; i += 1)
      expect((await post('/auth/v1/recover', { email: newEmail() })).status).toBe(200);
    const email = newEmail();
    const refused = [
      await post('/auth/v1/recover', { email }),
      await post('/auth/v1/otp', { email }),
      await post('/auth/v1/resend', { type: 'signup', email }),
      await post('/auth/v1/signup', { email, password: 'Str0ng!enough-pw' }),
    ];
    for (const { status, body } of refused)
      expect([status, body.error_code]).toEqual([429, 'over_email_send_rate_limit']);
    const listed = await post('/api/notify', { email, programId: 'mind-body-12' });
    expect([listed.status, listed.body.code]).toEqual([429, 'over_request_rate_limit']);
    expect(Number(listed.headers.get('retry-after'))).toBeGreaterThan(80_000);
    expect(await server.ports.users.byEmail(email as never)).toBeUndefined();
    expect(await server.ports.interests.counts()).toEqual(new Map());
    await expect
      .poll(async () => (await server.outbox('coach@example.com')).map(({ subject }) => subject))
      .toEqual(['Je site bereikte de grens van 3 gevraagde mails per dag']);
  });

  test('a message of the contact form is stored and mailed all the same', async () => {
    const server = await sharedServer({ env });
    const post = (path: string, body: object) => call(server, 'POST', path, { body });
    for (let i = 0; i < 4; i += 1) await post('/auth/v1/recover', { email: newEmail() });
    const message = { name: 'Ann', email: newEmail(), subject: 'Vraag', message: 'Kan dat?' };
    expect((await post('/api/contact', message)).status).toBe(201);
    await expect
      .poll(async () => (await server.outbox('coach@example.com')).map(({ subject }) => subject))
      .toContain('Nieuw bericht: Vraag');
  });
});

test('one IP requests a hundred mails a day, of whatever kind', async () => {
  const server = await sharedServer({ env: { AUTH_IP_RATE_LIMITS: 'on' } });
  const now = server.ports.clock.now();
  for (let i = 0; i < 100; i += 1) {
    const limit = { maxAttempts: 100, windowMs: 86_400_000 };
    await server.ports.attempts.attempt('ip:mail:127.0.0.1', limit, now);
  }
  const asked = await call(server, 'POST', '/auth/v1/recover', { body: { email: newEmail() } });
  expect([asked.status, asked.body.error_code]).toEqual([429, 'over_request_rate_limit']);
  const listed = await call(server, 'POST', '/api/notify', {
    body: { email: newEmail(), programId: 'mind-body-12' },
  });
  expect(listed.status).toBe(429);
});
