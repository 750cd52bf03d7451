import { describe, expect, test } from 'vitest';
import {
  call,
  goodPassword,
  newEmail,
  otherPassword,
  signIn,
  signUp,
  statusAndCode,
} from '../support/auth-client.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { sharedServer } from '../support/shared-server.ts';
import { claimsOf, connect, hashOf, lastCode, lastMail, member, need } from './support/client.ts';

const open = await sharedServer();
const confirming = await sharedServer({ env: { AUTH_AUTOCONFIRM: 'false' } });
const eager = await sharedServer({
  env: { AUTH_AUTOCONFIRM: 'false', AUTH_EMAIL_MIN_INTERVAL_SECONDS: '0' },
});

const post = (server: TestServer, body: object) =>
  call(server, 'POST', '/auth/v1/signup', { body });

describe('docs/wire.md#4.1 with autoconfirm', () => {
  test('a session at once, confirmed, and no mail', async () => {
    const { session, email, events } = await member(open);
    expect(session.user.email_confirmed_at).toBeDefined();
    expect(events).toContain('SIGNED_IN');
    expect(await open.outbox(email)).toEqual([]);
  });

  test('a taken address: 422 user_already_exists', async () => {
    const { email } = await member(open);
    const { auth } = await connect(open);
    for (const spelling of [email.toUpperCase(), ` ${email.toUpperCase()} `]) {
      const { error } = await auth.signUp({ email: spelling, password: otherPassword });
      expect(error).toMatchObject({
        status: 422,
        code: 'user_already_exists',
        message: 'User already registered',
      });
    }
    expect((await signIn(open, email.toUpperCase())).status).toBe(200);
  });

  test('twenty sign-ups of one address at once make one account', async () => {
    const email = newEmail();
    const responses = await Promise.all(Array.from({ length: 20 }, () => signUp(open, email)));
    const statuses = responses.map(({ status }) => status).toSorted();
    expect(statuses).toEqual([200, ...Array(19).fill(422)]);
  });

  test('a password is taken exactly as it is sent', async () => {
    const email = newEmail();
    const long = `${'Xy7!'.repeat(24)}Kraan`;
    await signUp(open, email, { password: `${long} ` });
    expect((await signIn(open, email, long)).status).toBe(400);
    expect((await signIn(open, email, `${long} `)).status).toBe(200);
  });

  test('what the server decides is not taken from the visitor', async () => {
    const { body } = await signUp(open, newEmail(), {
      id: '00000000-0000-4000-8000-000000000000',
      role: 'admin',
      app_metadata: { provider: 'x', role: 'admin' },
      email_confirmed_at: '2001-01-01T00:00:00Z',
      data: { email_verified: false, __role: 'admin' },
    });
    expect(body.user.id).not.toBe('00000000-0000-4000-8000-000000000000');
    expect(body.user.role).toBe('authenticated');
    expect(body.user.app_metadata).toEqual({ provider: 'email', providers: ['email'] });
    expect(body.user.user_metadata.email_verified).toBe(true);
    expect(await open.ports.roles.rolesOf(body.user.id)).toEqual([]);
  });
});

describe('docs/wire.md#4.1 without autoconfirm', () => {
  test('a user at the top level without a session, and a mail that confirms', async () => {
    const email = newEmail();
    const { auth } = await connect(confirming);
    const { data, error } = await auth.signUp({
      email,
      password: goodPassword,
      options: { data: { name: 'An' }, emailRedirectTo: `${confirming.url}/account` },
    });
    expect(error).toBeNull();
    expect(data.session).toBeNull();
    expect(data.user?.identities).toHaveLength(1);
    expect(data.user?.confirmation_sent_at).toBeDefined();
    expect(data.user?.user_metadata).toMatchObject({ name: 'An' });
    const mail = await lastMail(confirming, email);
    expect(mail.link?.searchParams.get('type')).toBe('signup');
    expect(mail.link?.searchParams.get('redirect_to')).toBe(`${confirming.url}/account`);
    expect(mail.link?.origin).toBe(confirming.url);
    expect(mail.text.match(/(?<!\d)\d{6}(?!\d)/g)).toEqual([mail.code]);
    expect(mail.text.match(/https?:\/\/\S+/g)).toHaveLength(1);
    expect(await confirming.outbox(email)).toHaveLength(1);
    const verified = await auth.verifyOtp({ type: 'signup', token_hash: hashOf(mail) });
    expect(verified.data.session?.user.email_confirmed_at).toBeDefined();
  });

  test('an address that waits for its confirmation: nothing of what was entered first is shown', async () => {
    const email = newEmail();
    const first = { email, password: otherPassword, data: { name: 'Ann', birthday: '1990-01-01' } };
    const before = (await post(confirming, first)).body;
    const second = { email, password: goodPassword, data: { name: 'Bob' } };
    const after = (await post(confirming, second)).body;
    expect(after.user_metadata).toMatchObject({ name: 'Bob' });
    expect(JSON.stringify(after)).not.toMatch(/Ann|1990/);
    expect(after.id).not.toBe(before.id);
    expect(after.identities).toHaveLength(1);
  });

  test('a taken, confirmed address: an invented user of the same form, no session, and the owner is notified', async () => {
    const email = newEmail();
    const first = await connect(confirming);
    await first.auth.signUp({ email, password: goodPassword });
    const code = await lastCode(confirming, email);
    await first.auth.verifyOtp({ type: 'email', email, token: code ?? '' });
    const data = { name: 'Stranger' };
    const taken = (await post(confirming, { email, password: otherPassword, data })).body;
    const fresh = (await post(confirming, { email: newEmail(), password: otherPassword, data }))
      .body;
    expect(Object.keys(taken).toSorted()).toEqual(Object.keys(fresh).toSorted());
    expect(taken.identities).toEqual([]);
    expect(taken.user_metadata).toMatchObject(data);
    expect(taken.app_metadata).toEqual(fresh.app_metadata);
    expect(taken.id).not.toBe((await signIn(confirming, email)).body.user.id);
    expect((await signIn(confirming, email, otherPassword)).status).toBe(400);
    // The notice is counted apart from the confirmation, and once within its own interval.
    await post(confirming, { email, password: otherPassword });
    const mails = await confirming.outbox(email);
    expect(mails).toHaveLength(2);
    expect(mails.at(-1)?.code).toBeUndefined();
    expect(mails.at(-1)?.subject).toMatch(/^Je hebt al een account/);
  });

  test('the mail is in the language of the account, else of the visitor, else in Dutch', async () => {
    const [account, visitor, neither] = [newEmail(), newEmail(), newEmail()];
    await signUp(confirming, account, { data: { language: 'en' } });
    await call(confirming, 'POST', '/auth/v1/signup', {
      body: { email: visitor, password: goodPassword },
      cookies: new Map([['language', 'en']]),
    });
    await signUp(confirming, neither);
    for (const email of [account, visitor]) {
      const mail = await lastMail(confirming, email);
      expect(mail.subject).toMatch(/^Confirm/);
      expect(mail.link?.searchParams.get('redirect_to')).toBe(`${confirming.url}/`);
    }
    expect((await lastMail(confirming, neither)).subject).toMatch(/^Bevestig/);
  });

  test('a known address that waits for confirmation: 200 within the minute too, and the first password stays', async () => {
    const email = newEmail();
    await post(confirming, { email, password: goodPassword, data: { by: 'first' } });
    const code = await lastCode(confirming, email);
    const second = await post(confirming, {
      email,
      password: otherPassword,
      data: { by: 'second' },
    });
    expect(second.status).toBe(200);
    const verified = await call(confirming, 'POST', '/auth/v1/verify', {
      body: { type: 'signup', email, token: code },
    });
    expect(verified.body.user.user_metadata.by).toBe('first');
    expect((await signIn(confirming, email, otherPassword)).status).toBe(400);
    expect((await signIn(confirming, email)).status).toBe(200);
  });
});

describe('two sign-ups with one address', () => {
  const again = (email: string, password: string) => signUp(eager, email, { password });
  const confirm = async (email: string) => {
    const code = await lastCode(eager, email);
    const body = { type: 'signup', email, token: code };
    return call(eager, 'POST', '/auth/v1/verify', { body });
  };
  const passwords = async (email: string) =>
    Promise.all([goodPassword, otherPassword].map((each) => signIn(eager, email, each)));

  test('with two passwords: the one who confirms the second is signed in, and neither opens it', async () => {
    const email = newEmail();
    await signUp(eager, email, { data: { by: 'first' } });
    await again(email, otherPassword);
    expect((await signIn(eager, email)).body.error_code).toBe('email_not_confirmed');
    const { status, body } = await confirm(email);
    expect([status, body.user.user_metadata.by]).toEqual([200, 'first']);
    expect((await passwords(email)).map((each) => each.body.error_code)).toEqual([
      'invalid_credentials',
      'invalid_credentials',
    ]);
  });

  test('no mail that is sent again makes the first password good', async () => {
    const email = newEmail();
    await signUp(eager, email);
    await again(email, otherPassword);
    await call(eager, 'POST', '/auth/v1/resend', { body: { type: 'signup', email } });
    await again(email, goodPassword);
    expect((await confirm(email)).status).toBe(200);
    expect((await signIn(eager, email)).body.error_code).toBe('invalid_credentials');
  });

  test('with the same password it stays', async () => {
    const email = newEmail();
    await signUp(eager, email);
    await again(email, goodPassword);
    await confirm(email);
    expect((await passwords(email)).map(({ status }) => status)).toEqual([200, 400]);
  });
});

describe('docs/wire.md#4.1 anonymous', () => {
  test('off: 422 anonymous_provider_disabled', async () => {
    const { auth } = await connect(open);
    const { error } = await auth.signInAnonymously();
    expect(error).toMatchObject({ status: 422, code: 'anonymous_provider_disabled' });
  });

  test('on: a session of an anonymous user with the data given', async () => {
    const server = await startTestServer({ env: { AUTH_ANONYMOUS: 'on' } });
    const { auth } = await connect(server);
    const { data } = await auth.signInAnonymously({ options: { data: { colour: 'blue' } } });
    expect(data.user).toMatchObject({ is_anonymous: true, user_metadata: { colour: 'blue' } });
    expect((await auth.getUser()).data.user?.id).toBe(data.user?.id);
    await server.stop();
  });
});

describe('docs/wire.md#4.1, docs/wire.md#4.9 an anonymous user becomes a permanent one, the same one', () => {
  const start = (env: Readonly<Record<string, string>> = {}) =>
    startTestServer({ env: { AUTH_ANONYMOUS: 'on', ...env } });

  test('by an address, once it is confirmed; then by a password', async () => {
    const server = await start({ AUTH_AUTOCONFIRM: 'false' });
    const { auth } = await connect(server);
    const before = need((await auth.signInAnonymously({ options: { data: { a: 1 } } })).data.user);
    const email = newEmail();
    const asked = await auth.updateUser({ email });
    expect(asked.data.user).toMatchObject({ email: '', new_email: email, is_anonymous: true });
    const code = await lastCode(server, email);
    const { data, error } = await auth.verifyOtp({ type: 'email_change', email, token: code });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({
      id: before.id,
      email,
      is_anonymous: false,
      app_metadata: { provider: 'email', providers: ['email'] },
      user_metadata: { a: 1, email_verified: true },
      identities: [{ provider: 'email', identity_data: { email, email_verified: true } }],
    });
    expect(claimsOf(need(data.session).access_token).is_anonymous).toBe(false);
    expect((await auth.updateUser({ password: goodPassword })).error).toBeNull();
    const again = await (await connect(server)).auth.signInWithPassword({
      email,
      password: goodPassword,
    });
    expect(again.data.user?.id).toBe(before.id);
    expect(again.data.user?.identities).toHaveLength(1);
    await server.stop();
  });

  test('with autoconfirm at once, by e-mail as by phone; a taken address stays its owner’s', async () => {
    const server = await start();
    const taken = await member(server);
    const { auth } = await connect(server);
    const before = need((await auth.signInAnonymously()).data.user);
    const rejected = await auth.updateUser({ email: taken.email });
    expect([rejected.error?.status, rejected.error?.code]).toEqual([422, 'email_exists']);
    const email = newEmail();
    const { data } = await auth.updateUser({ email, password: goodPassword });
    expect(data.user).toMatchObject({ id: before.id, email, is_anonymous: false });
    expect(data.user?.identities).toMatchObject([{ provider: 'email' }]);
    expect((await signIn(server, email)).body.user.id).toBe(before.id);

    const other = await connect(server);
    await other.auth.signInAnonymously();
    const { data: called } = await other.auth.updateUser({ phone: '32470555111' });
    expect(called.user).toMatchObject({ phone: '32470555111', is_anonymous: false });
    await server.stop();
  });

  test('a permanent user still confirms a new address at both ends', async () => {
    const server = await start();
    const { auth, email } = await member(server);
    const { data } = await auth.updateUser({ email: newEmail() });
    expect(data.user?.email).toBe(email);
    await server.stop();
  });
});

describe('docs/wire.md#4.1 errors', () => {
  const email = newEmail();
  test.each([
    ['no password', { email }, 400, 'validation_failed', 'Signup requires a valid password'],
    [
      'a malformed address',
      { email: 'not-an-address', password: goodPassword },
      400,
      'validation_failed',
      'Unable to validate email address: invalid format',
    ],
    [
      'e-mail and phone',
      { email, phone: '+32470000000', password: goodPassword },
      400,
      'validation_failed',
      undefined,
    ],
    [
      'half a challenge',
      { email, password: goodPassword, code_challenge: 'x'.repeat(43) },
      400,
      'validation_failed',
      undefined,
    ],
    [
      'the other half',
      { email, password: goodPassword, code_challenge_method: 's256' },
      400,
      'validation_failed',
      undefined,
    ],
    [
      'a password of 129 characters',
      { email, password: goodPassword.padEnd(129, 'x') },
      422,
      'weak_password',
      'Password should be at most 128 characters.',
    ],
    [
      'too much data',
      { email, password: goodPassword, data: { x: 'é'.repeat(1100) } },
      400,
      'validation_failed',
      undefined,
    ],
    [
      'a weak password',
      { email, password: 'kort' },
      422,
      'weak_password',
      'Password should be at least 8 characters.',
    ],
  ])('%s', async (_name, body, status, code, text) => {
    const response = await post(open, body);
    expect(statusAndCode(response)).toEqual([status, code]);
    if (text) expect(response.body.msg).toContain(text);
  });

  test.each([
    [{ password: 'x' }],
    [{ email: 7, password: goodPassword }],
    [{ email: 'full\uFF41@example.com', password: goodPassword }],
    [{ email, password: `${goodPassword}\u0000` }],
  ])('%j: 400 validation_failed', async (body) => {
    const response = await post(open, body);
    expect(statusAndCode(response)).toEqual([400, 'validation_failed']);
  });

  test.each([
    ['short', 'length'],
    ['alllowercase', 'characters'],
    ['Welcome1!', 'pwned'],
    ['aB1!'.repeat(40), 'length'],
  ])('the weak password %s is rejected for its %s', async (password, reason) => {
    const { status, body } = await post(open, { email, password });
    expect([status, body.error_code]).toEqual([422, 'weak_password']);
    expect(body.weak_password.reasons).toContain(reason);
  });
});
