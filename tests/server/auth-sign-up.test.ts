import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  call,
  goodPassword,
  newEmail,
  otherPassword,
  signIn,
  signUp,
} from '../support/auth-client.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

describe('with automatic confirmation', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.stop());

  test('a sign-up answers with a session and sends no mail', async () => {
    const email = newEmail();
    const { status, body, headers } = await signUp(server, email, { data: { name: 'Zoë' } });
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(body).toMatchObject({
      token_type: 'bearer',
      expires_in: 3600,
      user: {
        email,
        phone: '',
        aud: 'authenticated',
        role: 'authenticated',
        is_anonymous: false,
        app_metadata: { provider: 'email', providers: ['email'] },
        user_metadata: { name: 'Zoë', email_verified: true },
      },
    });
    expect(body.user.identities).toHaveLength(1);
    expect(body.user.identities[0]).toMatchObject({
      provider: 'email',
      id: body.user.id,
      identity_data: { email, email_verified: true, phone_verified: false },
    });
    expect(body.user.email_confirmed_at).toBeDefined();
    expect(await server.outbox(email)).toEqual([]);
  });

  test('an address is one account, whatever its spelling', async () => {
    const email = newEmail();
    await signUp(server, email);
    const again = await signUp(server, ` ${email.toUpperCase()} `);
    expect(again.status).toBe(422);
    expect(again.body).toMatchObject({
      code: 422,
      error_code: 'user_already_exists',
      msg: 'User already registered',
    });
    expect((await signIn(server, email.toUpperCase())).status).toBe(200);
  });

  test('twenty sign-ups of one address at once make one account', async () => {
    const email = newEmail();
    const answers = await Promise.all(Array.from({ length: 20 }, () => signUp(server, email)));
    const statuses = answers.map(({ status }) => status).toSorted();
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 422)).toHaveLength(19);
  });

  test.each([
    ['short', ['length']],
    ['alllowercase', ['characters']],
    ['Welcome1!', ['pwned']],
    [`${'aB1!'.repeat(40)}`, ['length']],
  ])('the password %s is refused with its reasons', async (password, reasons) => {
    const { status, body } = await signUp(server, newEmail(), { password });
    expect(status).toBe(422);
    expect(body.error_code).toBe('weak_password');
    expect(body.weak_password.reasons).toEqual(expect.arrayContaining(reasons));
  });

  test('a password is taken exactly as it is sent', async () => {
    const email = newEmail();
    const long = `${'Xy7!'.repeat(24)}Kraan`;
    await signUp(server, email, { password: `${long} ` });
    expect((await signIn(server, email, long)).status).toBe(400);
    expect((await signIn(server, email, `${long} `)).status).toBe(200);
  });

  test.each([
    [{ password: 'x' }],
    [{ email: 'a@example.com' }],
    [{ email: 'a@example.com', phone: '32470123456', password: goodPassword }],
    [{ email: 'no address', password: goodPassword }],
    [{ email: 'full\uFF41@example.com', password: goodPassword }],
    [{ email: 7, password: goodPassword }],
    [{ email: 'a@example.com', password: goodPassword, code_challenge: 'x'.repeat(43) }],
    [{ email: 'a@example.com', password: goodPassword, data: { big: 'x'.repeat(3000) } }],
    [{ email: 'a@example.com', password: `${goodPassword}\u0000` }],
  ])('a malformed sign-up is refused: %j', async (body) => {
    const answer = await call(server, 'POST', '/auth/v1/signup', { body });
    expect(answer.status).toBe(400);
    expect(answer.body.error_code).toBe('validation_failed');
  });

  test('an anonymous sign-up is refused while it is off, and a phone while there are no messages', async () => {
    const anonymous = await call(server, 'POST', '/auth/v1/signup', { body: { data: {} } });
    expect(anonymous.status).toBe(422);
    expect(anonymous.body.error_code).toBe('anonymous_provider_disabled');
  });

  test('what is ours to say is not taken from the visitor', async () => {
    const email = newEmail();
    const { body } = await signUp(server, email, {
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
    expect(await server.ports.roles.rolesOf(body.user.id)).toEqual([]);
  });
});

describe('with confirmation by mail', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ env: { AUTH_AUTOCONFIRM: 'false' } });
  });
  afterAll(() => server.stop());

  test('a sign-up answers with a user, mails a code and a link, and may not sign in before', async () => {
    const email = newEmail();
    const { status, body } = await signUp(server, email, { data: { language: 'en' } });
    expect(status).toBe(200);
    expect(body).toMatchObject({ email, role: 'authenticated' });
    expect(body.access_token).toBeUndefined();
    expect(body.identities).toHaveLength(1);
    expect(body.confirmation_sent_at).toBeDefined();
    const [mail, ...more] = await server.outbox(email);
    expect(more).toEqual([]);
    expect(mail?.subject).toMatch(/^Confirm/);
    expect(mail?.text.match(/(?<!\d)\d{6}(?!\d)/g)).toEqual([mail?.code]);
    expect(mail?.text.match(/https?:\/\/\S+/g)).toHaveLength(1);
    expect(mail?.link?.origin).toBe(server.url);
    expect(mail?.link?.searchParams.get('type')).toBe('signup');
    expect(mail?.link?.searchParams.get('redirect_to')).toBe(`${server.url}/`);

    const early = await signIn(server, email);
    expect(early.status).toBe(400);
    expect(early.body.error_code).toBe('email_not_confirmed');
    expect((await signIn(server, email, otherPassword)).body.error_code).toBe(
      'invalid_credentials',
    );

    const verified = await call(server, 'POST', '/auth/v1/verify', {
      body: { type: 'signup', email, token: mail?.code },
    });
    expect(verified.status).toBe(200);
    expect(verified.body.user.email_confirmed_at).toBeDefined();
    expect((await signIn(server, email)).status).toBe(200);
  });

  test('a taken address gets the answer of a new one, and its owner a notice', async () => {
    const email = newEmail();
    await signUp(server, email);
    const [mail] = await server.outbox(email);
    await call(server, 'POST', '/auth/v1/verify', {
      body: { type: 'signup', email, token: mail?.code },
    });
    const fresh = await signUp(server, newEmail());
    const taken = await signUp(server, email);
    expect(taken.status).toBe(200);
    expect(Object.keys(taken.body).toSorted()).toEqual(Object.keys(fresh.body).toSorted());
    expect(taken.body.identities).toEqual([]);
    expect((await signIn(server, email)).status).toBe(200);
    // The notice is counted apart from the confirmation, and once within its own interval.
    await signUp(server, email);
    const [, notice, ...more] = await server.outbox(email);
    expect([notice?.code, more]).toEqual([undefined, []]);
    expect(notice?.subject).toMatch(/^Je hebt al een account/);
  });

  test('the mail speaks the language of the account, else of the visitor, else Dutch', async () => {
    const [dutch, english] = [newEmail(), newEmail()];
    await signUp(server, dutch);
    await call(server, 'POST', '/auth/v1/signup', {
      body: { email: english, password: goodPassword },
      cookies: new Map([['language', 'en']]),
    });
    expect((await server.outbox(dutch))[0]?.subject).toMatch(/^Bevestig/);
    expect((await server.outbox(english))[0]?.subject).toMatch(/^Confirm/);
  });
});
