import { randomUUID } from 'node:crypto';
import type { SecurityEventKind } from '@coachsite/core/security-log';
import { ok } from 'neverthrow';
import { afterAll, describe, expect, test } from 'vitest';
import {
  call,
  getUser,
  goodPassword,
  newEmail,
  otherPassword,
  refresh,
  signIn,
  signUp,
  statusAndCode,
} from '../support/auth-client.ts';
import { runCommandLine } from '../support/command.ts';
import { startOpenIdProvider } from '../support/fake-services/openid-provider.ts';
import { authCode, registerFirst } from '../support/registered-first.ts';
import { newAppUser } from '../support/second-factor.ts';
import { sharedServer } from '../support/shared-server.ts';

const provider = await startOpenIdProvider({ redirectUri: 'http://127.0.0.1/auth/v1/callback' });
afterAll(provider.close);
const server = await sharedServer({
  env: {
    AUTH_EMAIL_MIN_INTERVAL_SECONDS: '0',
    OAUTH_PROVIDERS: JSON.stringify([provider.setting('partner')]),
  },
});
const run = (command: string, { input = '' } = {}) =>
  runCommandLine(command.split(' '), { DATA_DIR: server.dataDirectory }, input);

describe('npm run admin -- create, for an account that exists', () => {
  const password = 'Vlaamse-Kermis-27';
  const create = (email: string) =>
    run(`admin create --email ${email} --password-stdin`, { input: `${password}\n` });

  test('takes over an account that a stranger registered first', async () => {
    const { email, id, expectShutOut } = await registerFirst(server, provider);
    for (let failure = 0; failure < 5; failure += 1) await signIn(server, email, 'wrong');

    const made = await create(email.toUpperCase());
    expect(made).toMatchObject({ status: 0, error: '' });
    expect(made.out).toContain(`${email} is an admin (the account existed`);
    await expectShutOut();
    const owner = await signIn(server, email, password);
    expect(owner.status).toBe(200);
    expect(owner.body.user).toMatchObject({
      id,
      email_confirmed_at: expect.any(String),
      identities: [{ provider: 'email', id }],
    });
    expect(owner.body.user.factors).toBeUndefined();
    const bearer = owner.body.access_token;
    expect((await call(server, 'GET', '/api/admin/messages', { bearer })).status).toBe(200);
    const [row] = await server.ports.securityLog.list({ limit: 1, actionType: 'role_change' });
    expect(row).toMatchObject({ userId: id, details: { account: 'taken over' } });
  });

  test('--keep-password beside --password-stdin makes the account only if there is none', async () => {
    const email = newEmail();
    const create = (password: string) =>
      run(`admin create --email ${email} --password-stdin --keep-password`, { input: password });
    expect((await create(goodPassword)).out).toBe(`${email} is an admin\n`);
    expect((await create(otherPassword)).out).toContain('nothing was changed');
    expect((await signIn(server, email, goodPassword)).status).toBe(200);
  });

  test('the mark of UTF-8 in front of a password is not a part of it', async () => {
    const email = newEmail();
    const made = await run(`admin create --email ${email} --password-stdin`, {
      input: `\uFEFF${goodPassword}\r\n`,
    });
    expect(made.status).toBe(0);
    expect((await signIn(server, email, goodPassword)).status).toBe(200);
  });

  test('--keep-password adds the role and changes nothing else', async () => {
    const { email, session } = await newAppUser(server);
    const keep = () => run(`admin create --email ${email} --keep-password`);
    expect(await keep()).toMatchObject({ status: 0, error: '' });
    expect((await keep()).out).toBe(`${email} is an admin already: nothing was changed\n`);
    const bearer = session.access_token;
    expect((await call(server, 'GET', '/api/admin/messages', { bearer })).status).toBe(200);
    expect((await signIn(server, email)).status).toBe(200);
    const nobody = await run('admin create --email nobody@example.com --keep-password');
    expect(nobody).toMatchObject({
      status: 1,
      error: 'There is no account under nobody@example.com\n',
    });
  });
});

describe('npm run admin, for an account', () => {
  const lastEvent = async (actionType: SecurityEventKind) =>
    (await server.ports.securityLog.list({ limit: 1, actionType }))[0];

  test('reset-factors removes every factor and passkey, and notifies the owner', async () => {
    const { email, session } = await newAppUser(server);
    const passkey = {
      ...{ id: randomUUID(), userId: session.user.id, credentialId: 'c', publicKey: 'k' },
      ...{ counter: 0, aaguid: undefined, transports: [], isBackedUp: false },
      ...{ friendlyName: 'Passkey', createdAt: 1, lastUsedAt: undefined },
    };
    await server.ports.passkeys.add(passkey, () => ok());
    const reset = await run(`admin reset-factors --email ${email}`);
    expect(reset).toMatchObject({ status: 0, error: '' });
    expect(reset.out).toContain('1 factor and 1 passkey removed');
    expect(await server.ports.passkeys.ofUser(session.user.id)).toEqual([]);
    const again = await signIn(server, email);
    expect(again.body.user.factors).toBeUndefined();
    const password = { password: otherPassword };
    const change = { bearer: again.body.access_token, body: password };
    expect((await call(server, 'PUT', '/auth/v1/user', change)).status).toBe(200);
    expect(await lastEvent('factor_change')).toMatchObject({
      userId: session.user.id,
      details: { change: 'reset' },
    });
    const subjects = (await server.outbox(email)).map(({ subject }) => subject);
    expect(subjects).toContain('Een tweede stap is verwijderd');
    expect(subjects).toContain('Er is een passkey verwijderd');
    expect((await run(`admin reset-factors --email ${email}`)).out).toContain('no second factor');
  });

  test('ban ends the sessions and rejects every sign-in, until unban', async () => {
    const email = newEmail();
    const { body } = await signUp(server, email);
    const exchange = await authCode(server, email);
    await call(server, 'POST', '/auth/v1/recover', { body: { email } });
    const { code: token } = (await server.outbox(email)).at(-1) ?? {};
    expect(await run(`admin ban --email ${email}`)).toMatchObject({ status: 0, error: '' });
    expect((await getUser(server, body.access_token)).status).toBe(403);
    expect((await refresh(server, body.refresh_token)).status).toBe(400);
    expect(statusAndCode(await signIn(server, email))).toEqual([400, 'user_banned']);
    expect(await server.ports.sessions.ofUser(body.user.id)).toEqual([]);
    expect(await lastEvent('account_banned')).toMatchObject({
      userId: body.user.id,
      severity: 'high',
    });
    expect((await run(`admin unban --email ${email}`)).status).toBe(0);
    // What was on its way before the ban does not sign in after it.
    expect(statusAndCode(await exchange())).toEqual([404, 'flow_state_not_found']);
    const recovery = { type: 'recovery', email, token };
    const recovered = await call(server, 'POST', '/auth/v1/verify', { body: recovery });
    expect(recovered.status).toBe(403);
    expect((await signIn(server, email)).status).toBe(200);
    expect(await lastEvent('account_unbanned')).toMatchObject({ userId: body.user.id });
    expect((await run(`admin unban --email ${email}`)).out).toBe(`${email} was not banned\n`);
  });

  test('the last admin is banned only by force', async () => {
    const email = newEmail();
    const { body } = await signUp(server, email);
    const { roles, users } = server.ports;
    const others = await roles.holders('admin');
    for (const id of others) await roles.revoke(id, 'admin');
    await roles.grant(body.user.id, 'admin', Date.now());
    const rejected = await run(`admin ban --email ${email}`);
    expect(rejected).toMatchObject({ status: 1, out: '' });
    expect(rejected.error).toContain(`${email} is the last admin`);
    expect((await users.byId(body.user.id))?.bannedUntil).toBeUndefined();
    expect((await getUser(server, body.access_token)).status).toBe(200);
    expect((await run(`admin ban --email ${email} --force`)).status).toBe(0);
    expect((await run(`admin unban --email ${email} --force`)).status).toBe(2);
    await roles.revoke(body.user.id, 'admin');
    for (const id of others) await roles.grant(id, 'admin', Date.now());
  });

  test('end-sessions signs one account out everywhere, or everybody', async () => {
    const [one, other, third] = [newEmail(), newEmail(), newEmail()];
    const bearers: string[] = [];
    for (const email of [one, other, third])
      bearers.push((await signUp(server, email)).body.access_token);
    const statuses = () =>
      Promise.all(bearers.map(async (bearer) => (await getUser(server, bearer)).status));
    const exchanges = [await authCode(server, one), await authCode(server, other)];
    const ended = await run(`admin end-sessions --email ${one}`);
    expect(ended).toEqual({ status: 0, out: `1 session of ${one} ended\n`, error: '' });
    expect(await statuses()).toEqual([403, 200, 200]);
    // Neither does a code that waits for its exchange.
    const exchangedWith = async (index: number) => {
      const response = await exchanges[index]?.();
      return response && statusAndCode(response);
    };
    expect(await exchangedWith(0)).toEqual([404, 'flow_state_not_found']);
    const all = await run('admin end-sessions');
    expect(all.out).toMatch(/^\d+ sessions of all accounts ended\n$/);
    expect(await statuses()).toEqual([403, 403, 403]);
    expect(await exchangedWith(1)).toEqual([404, 'flow_state_not_found']);
    expect(await lastEvent('session_revoked')).toMatchObject({ severity: 'high' });
    expect((await signIn(server, one)).status).toBe(200);
  });

  test('an account made by phone is managed by its number', async () => {
    const phone = '32470777888';
    const body = { phone, password: goodPassword };
    const made = await call(server, 'POST', '/auth/v1/signup', { body });
    expect(made.status).toBe(200);
    const bearer = made.body.access_token;
    const signInByPhone = (password = goodPassword) =>
      call(server, 'POST', '/auth/v1/token?grant_type=password', { body: { phone, password } });
    expect((await run('admin ban --phone +32470777888')).out).toBe(
      '+32470777888 is banned; all its sessions have ended\n',
    );
    expect((await getUser(server, bearer)).status).toBe(403);
    expect(statusAndCode(await signInByPhone())).toEqual([400, 'user_banned']);
    expect((await run(`admin unban --phone 0${phone.slice(2)}`)).status).toBe(0);
    for (let tries = 0; tries < 5; tries += 1) await signInByPhone('Wrong-Password-1');
    expect((await signInByPhone()).status).toBe(429);
    expect((await run(`admin unlock --phone ${phone}`)).out).toContain('+32470777888 is unlocked');
    expect((await signInByPhone()).status).toBe(200);
    expect((await run(`admin end-sessions --phone ${phone}`)).out).toMatch(/^1 session of \+3247/);
    expect((await run(`admin reset-factors --phone ${phone}`)).out).toContain('no second factor');
    expect(await run('admin ban --phone 32470777000')).toEqual({
      status: 1,
      out: '',
      error: 'There is no account under +32470777000\n',
    });
    expect((await run('admin ban --email nobody')).error).toBe(
      'There is no account under nobody\n',
    );
    expect((await run('admin unlock --email nobody')).error).toContain('Invalid email');
    expect((await run('admin ban --phone 0470')).error).toContain('Invalid phone number');
    expect((await run(`admin ban --phone ${phone} --email a@example.com`)).status).toBe(2);
  }, 120_000);

  test.each(['reset-factors', 'ban', 'unban', 'end-sessions'])(
    '%s of an address without an account fails',
    async (what) => {
      const ended = await run(`admin ${what} --email nobody@example.com`);
      expect(ended).toEqual({
        status: 1,
        out: '',
        error: 'There is no account under nobody@example.com\n',
      });
    },
  );
});

describe('an address from standard input', () => {
  test('stands in no argument: --email - reads it, before the password', async () => {
    const email = newEmail();
    const input = `${email}\nVlaamse-Kermis-27\n`;
    const made = await run('admin create --email - --password-stdin', { input });
    expect(made).toMatchObject({ status: 0, error: '' });
    expect(made.out).toContain(`${email} is an admin`);
    const revoked = await run('admin revoke --email - --force', { input: `\uFEFF${email}\n` });
    expect(revoked).toMatchObject({ status: 0, error: '' });
    const exported = await run('privacy export --email -', { input: email });
    expect(exported).toMatchObject({ status: 0, error: '' });
    expect(exported.out).toContain(email);
  });

  test('that is missing is wrong usage', async () => {
    expect(await run('privacy erase --email -')).toMatchObject({
      status: 2,
      error: expect.stringContaining('--email - reads standard input, which has no such line'),
    });
  });
});
