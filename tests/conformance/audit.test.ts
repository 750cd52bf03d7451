import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { call, goodPassword, newEmail, otherPassword, refresh } from '../support/auth-client.ts';
import { committed } from '../support/committed.ts';
import { makePdf } from '../support/pdf.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { sharedServer } from '../support/shared-server.ts';
import { asAdmin } from '../support/signed-in.ts';
import {
  advance,
  connect,
  hashOf,
  lastCode,
  lastLink,
  lastMail,
  linkOf,
  member,
  need,
  otherCode,
} from './support/client.ts';
import { totp } from './support/totp.ts';

const server = await sharedServer({
  env: { AUTH_EMAIL_MIN_INTERVAL_SECONDS: '0', AUTH_SMS_MIN_INTERVAL_SECONDS: '0' },
});

const all = async (on: TestServer) => {
  await committed(on);
  return on.ports.securityLog.list({ limit: 10_000 });
};

/** The rows that something leaves in the log, the oldest first. */
async function rowsOf(act: () => Promise<unknown>, on = server): Promise<readonly string[]> {
  const before = new Set((await all(on)).map(({ id }) => id));
  await act();
  const added = (await all(on)).filter(({ id }) => !before.has(id));
  for (const row of added) {
    expect(row).toMatchObject({ source: 'server', userAgent: expect.any(String) });
    expect(row.ip).toBe('127.0.0.1');
  }
  return added.map(({ actionType }) => actionType).toSorted();
}

let numbers = 32_471_000_000;
const newPhone = () => String(++numbers);

/** The last code that was texted to a number. */
async function textedTo(phone: string): Promise<string> {
  const { outboxDirectory } = server.config;
  // The queue is empty once the worker has written the last file.
  while ((await server.ports.smsQueue.waiting()) > 0) await wait(5);
  const texts = readdirSync(outboxDirectory)
    .filter((name) => name.endsWith('.txt'))
    .toSorted()
    .map((name) => readFileSync(join(outboxDirectory, name), 'utf8'))
    .filter((text) => text.startsWith(phone));
  return need(/\b\d{6}\b/.exec(texts.at(-1)?.slice(phone.length) ?? '')?.[0], 'code');
}

describe('LK-13 one row each, written by the server', () => {
  test('signing up', async () => {
    const { auth } = await connect(server);
    const email = newEmail();
    const signUp = (password: string) => () => auth.signUp({ email, password });
    expect(await rowsOf(signUp('short'))).toEqual(['signup_failure']);
    expect(await rowsOf(signUp(goodPassword))).toEqual(['signup_success']);
    expect(await rowsOf(signUp(goodPassword))).toEqual(['signup_failure']);
    const phone = newPhone();
    const byPhone = () => auth.signUp({ phone, password: goodPassword });
    expect(await rowsOf(byPhone)).toEqual(['signup_success']);
  });

  test('signing in by password, the lock, recovery and the unlock that comes with it', async () => {
    const { email } = await member(server);
    const { auth } = await connect(server);
    const signIn = (password: string) => () => auth.signInWithPassword({ email, password });
    expect(await rowsOf(signIn(goodPassword))).toEqual(['auth_success']);
    for (let i = 0; i < 4; i += 1) expect(await rowsOf(signIn('x'))).toEqual(['auth_failure']);
    expect(await rowsOf(signIn('x'))).toEqual(['auth_failure', 'lock']);
    expect(await rowsOf(signIn(goodPassword))).toEqual(['auth_failure']);
    expect(await rowsOf(() => auth.resetPasswordForEmail(email))).toEqual(['message_request']);
    const token_hash = hashOf(await lastLink(server, email));
    const recover = () => auth.verifyOtp({ type: 'recovery', token_hash });
    expect(await rowsOf(recover)).toEqual(['recovery', 'unlock']);
    const reset = () => auth.updateUser({ password: otherPassword });
    expect(await rowsOf(reset)).toEqual(['password_change']);
  });

  test('signing in by code, by link and by a link of PKCE', async () => {
    const { email } = await member(server);
    const { auth } = await connect(server);
    expect(await rowsOf(() => auth.signInWithOtp({ email }))).toEqual(['message_request']);
    const code = await lastCode(server, email);
    const verify = (token: string) => () => auth.verifyOtp({ type: 'email', email, token });
    expect(await rowsOf(verify(otherCode(code)))).toEqual(['auth_failure']);
    expect(await rowsOf(verify(code))).toEqual(['auth_success']);

    const pkce = await connect(server, 'pkce');
    const follow = async () => {
      await pkce.auth.signInWithOtp({ email });
      const mail = await lastMail(server, email);
      return async () => {
        const { headers } = await fetch(linkOf(server, mail), { redirect: 'manual' });
        return need(new URL(headers.get('location') ?? '').searchParams.get('code'));
      };
    };
    const first = await follow();
    const signIn = async () => pkce.auth.exchangeCodeForSession(await first());
    expect(await rowsOf(signIn)).toEqual(['auth_success']);
    const stolen = await (await follow())();
    const exchange = () =>
      call(server, 'POST', '/auth/v1/token?grant_type=pkce', {
        body: { auth_code: stolen, code_verifier: 'x'.repeat(64) },
      });
    expect(await rowsOf(exchange)).toEqual(['auth_failure']);
  });

  test('signing in by text message', async () => {
    const phone = newPhone();
    const { auth } = await connect(server);
    await auth.signUp({ phone, password: goodPassword });
    expect(await rowsOf(() => auth.signInWithOtp({ phone }))).toEqual(['message_request']);
    const token = await textedTo(phone);
    const verify = () => auth.verifyOtp({ type: 'sms', phone, token });
    expect(await rowsOf(verify)).toEqual(['auth_success']);
  });

  test('coming back from a provider without a flow', async () => {
    const back = () => call(server, 'GET', '/auth/v1/callback?code=x&state=x');
    expect(await rowsOf(back)).toEqual(['auth_failure']);
  });

  test('changes of password, e-mail and phone, and of identities', async () => {
    const { auth, email } = await member(server);
    const password = () => auth.updateUser({ password: otherPassword });
    expect(await rowsOf(password)).toEqual(['password_change']);
    expect(await rowsOf(() => auth.reauthenticate())).toEqual(['message_request']);

    const to = newEmail();
    // One mail to each of the two addresses.
    const ask = () => auth.updateUser({ email: to });
    expect(await rowsOf(ask)).toEqual(['message_request', 'message_request']);
    const confirm = async (address: string) => {
      const token_hash = hashOf(await lastLink(server, address));
      return auth.verifyOtp({ type: 'email_change', token_hash });
    };
    expect(await rowsOf(() => confirm(email))).toEqual([]);
    expect(await rowsOf(() => confirm(to))).toEqual(['email_change']);

    const phone = () => auth.updateUser({ phone: newPhone() });
    expect(await rowsOf(phone)).toEqual(['phone_change']);
    const { data } = await auth.getUserIdentities();
    const identity = need(data?.identities.find(({ provider }) => provider === 'phone'));
    expect(await rowsOf(() => auth.unlinkIdentity(identity))).toEqual(['identity_change']);
  });

  test('a number that is confirmed by its code, and a wrong nonce', async () => {
    const strict = await startTestServer({
      env: {
        AUTH_AUTOCONFIRM: 'false',
        AUTH_REAUTH_AFTER_SECONDS: '0',
        AUTH_EMAIL_MIN_INTERVAL_SECONDS: '0',
      },
    });
    const { auth } = await connect(strict);
    const email = newEmail();
    await auth.signUp({ email, password: goodPassword });
    const confirm = async () =>
      auth.verifyOtp({ type: 'signup', token_hash: hashOf(await lastLink(strict, email)) });
    expect(await rowsOf(confirm, strict)).toEqual(['auth_success']);
    const phone = newPhone();
    const ask = () => auth.updateUser({ phone });
    expect(await rowsOf(ask, strict)).toEqual(['message_request']);
    const wrong = () => auth.verifyOtp({ type: 'phone_change', phone, token: 'abcdef' });
    expect(await rowsOf(wrong, strict)).toEqual(['auth_failure']);
    advance(strict, 1000);
    const nonce = () => auth.updateUser({ password: otherPassword, nonce: 'abcdef' });
    expect(await rowsOf(nonce, strict)).toEqual(['auth_failure']);
    await strict.stop();
  });

  test('second factors: enrolled, verified, used, missed, removed', async () => {
    const { auth, email } = await member(server);
    let enrolled: Awaited<ReturnType<typeof auth.mfa.enroll>> | undefined;
    const enroll = (friendlyName: string) => async () => {
      enrolled = await auth.mfa.enroll({ factorType: 'totp', friendlyName });
    };
    expect(await rowsOf(enroll('left'))).toEqual(['factor_change']);
    const left = need(enrolled?.data);
    const drop = () => auth.mfa.unenroll({ factorId: left.id });
    expect(await rowsOf(drop)).toEqual(['factor_change']);

    await enroll('app')();
    const app = need(enrolled?.data);
    const secret = 'totp' in app ? app.totp.secret : '';
    const response = (client: typeof auth, code: string) => () =>
      client.mfa.challengeAndVerify({ factorId: app.id, code });
    const codeNow = () => totp(secret, server.ports.clock.now());
    expect(await rowsOf(response(auth, codeNow()))).toEqual(['factor_change']);
    // The code of this step was used.
    advance(server, 30_000);
    const next = await connect(server);
    await next.auth.signInWithPassword({ email, password: goodPassword });
    expect(await rowsOf(response(next.auth, 'abcdef'))).toEqual(['auth_failure']);
    expect(await rowsOf(response(next.auth, codeNow()))).toEqual(['auth_success']);
    const remove = () => next.auth.mfa.unenroll({ factorId: app.id });
    expect(await rowsOf(remove)).toEqual(['factor_change']);
  });

  test('sessions: a stolen token, signing out', async () => {
    const { session } = await member(server);
    let token = session.refresh_token;
    for (let i = 0; i < 3; i += 1) token = (await refresh(server, token)).body.refresh_token;
    advance(server, 11_000);
    const reuse = () => refresh(server, session.refresh_token);
    expect(await rowsOf(reuse)).toEqual(['session_revoked']);
    const { auth } = await member(server);
    expect(await rowsOf(() => auth.signOut())).toEqual(['auth_logout']);
  });

  test('signing out of sessions that are not there leaves no row, however often', async () => {
    const { auth } = await member(server);
    const others = async () => {
      for (let i = 0; i < 3; i += 1) await auth.signOut({ scope: 'others' });
    };
    expect(await rowsOf(others)).toEqual([]);
  });

  test('one’s data, and the end of the account', async () => {
    const { session } = await member(server);
    const bearer = session.access_token;
    const take = () => call(server, 'GET', '/api/account/export', { bearer });
    expect(await rowsOf(take)).toEqual(['data_export']);
    const close = (password: string) => () =>
      call(server, 'DELETE', '/api/account', { bearer, body: { password } });
    expect(await rowsOf(close(otherPassword))).toEqual(['auth_failure']);
    expect(await rowsOf(close(goodPassword))).toEqual(['data_erasure']);
  });

  test('the set-up of the first admin', async () => {
    const own = await startTestServer();
    const token = 'a-token-of-this-test-that-nobody-else-knows';
    for (const { ports } of own.everyServer)
      Object.assign(ports.setupTokens, { read: async () => token });
    const setUp = (typed: string) => () =>
      call(own, 'POST', '/api/admin-setup', {
        body: { token: typed, email: newEmail(), password: goodPassword },
      });
    expect(await rowsOf(setUp('wrong'), own)).toEqual(['auth_failure']);
    expect(await rowsOf(setUp(token), own)).toEqual(['admin_setup']);
    await own.stop();
  });

  test('what admins do, beside the row of their admission', async () => {
    const admin = await asAdmin(server);
    const upload = (marker: string) => () => {
      const body = new FormData();
      body.append('file', new Blob([makePdf({ marker })], { type: 'application/pdf' }), 'a.pdf');
      return fetch(`${server.url}/api/admin/ebook`, { method: 'POST', headers: admin, body });
    };
    expect(await rowsOf(upload('one'))).toEqual(['admin_access', 'ebook_replaced']);
    const versions = await (
      await fetch(`${server.url}/api/admin/ebook/versions`, { headers: admin })
    ).json();
    await upload('two')();
    const restore = () =>
      call(server, 'POST', `/api/admin/ebook/versions/${versions[0].id}/restore`, {
        headers: admin,
      });
    expect(await rowsOf(restore)).toEqual(['admin_access', 'ebook_restored']);
    const byWire = () =>
      fetch(`${server.url}/storage/v1/object/ebook/free-guide.pdf`, {
        method: 'PUT',
        headers: { ...admin, 'content-type': 'application/pdf' },
        body: makePdf({ marker: 'three' }),
      });
    expect(await rowsOf(byWire)).toEqual(['admin_access', 'ebook_replaced']);

    // A paused queue sends nothing: the mail below is still there to be sent again, which ends the pause.
    const { mailQueue } = server.ports;
    await mailQueue.setPause({ problem: 'offline', failures: 1, until: Date.now() + 300_000 });
    const message = { name: 'Ann', email: newEmail(), subject: 'Dag', message: 'Een vraag' };
    const { body } = await call(server, 'POST', '/api/contact', { body: message });
    const at = `/api/admin/messages/${body.id}`;
    const change = () => call(server, 'PATCH', at, { headers: admin, body: { status: 'spam' } });
    expect(await rowsOf(change)).toEqual(['admin_access', 'message_change']);
    const remove = () => call(server, 'DELETE', at, { headers: admin });
    expect(await rowsOf(remove)).toEqual(['admin_access', 'message_change']);
    const launch = () =>
      call(server, 'POST', '/api/admin/notify/launch', {
        headers: admin,
        body: { programId: 'mind-body-12' },
      });
    expect(await rowsOf(launch)).toEqual(['admin_access', 'launch_announced']);
    const mail = { id: crypto.randomUUID(), to: 'a@example.com', subject: '', text: '', html: '' };
    await mailQueue.enqueue(mail, Date.now());
    const retry = () =>
      call(server, 'POST', `/api/admin/mails/${mail.id}/retry`, { headers: admin });
    expect(await rowsOf(retry)).toEqual(['admin_access', 'mail_retried']);
    const read = () => call(server, 'GET', '/api/admin/security-events', { headers: admin });
    expect(await rowsOf(read)).toEqual(['admin_access']);
  });
});
