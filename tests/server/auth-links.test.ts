import { createHash, randomBytes } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  call,
  getUser,
  goodPassword,
  newEmail,
  otherPassword,
  refresh,
  signIn,
  signUp,
} from '../support/auth-client.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({
    env: {
      AUTH_AUTOCONFIRM: 'false',
      AUTH_EMAIL_MIN_INTERVAL_SECONDS: '0',
      AUTH_REDIRECT_ALLOW_LIST: 'https://app.example.com/in',
    },
  });
});
afterAll(() => server.stop());

const post = (path: string, body: object, bearer?: string) =>
  call(server, 'POST', `/auth/v1${path}`, { body, bearer });
const last = async (email: string) => {
  const mail = (await server.outbox(email)).at(-1);
  if (!mail) throw new Error(`No mail to ${email}`);
  return mail;
};
const linkToken = async (email: string) =>
  (await last(email)).link?.searchParams.get('token') ?? '';
/** An account whose address is confirmed. */
const member = async () => {
  const email = newEmail();
  await signUp(server, email);
  const { code } = await last(email);
  const { body } = await post('/verify', { type: 'signup', email, token: code });
  return { email, session: body };
};
const other = (code = '') => (code === '111111' ? '222222' : '111111');

describe('one-time tokens', () => {
  test('a code works once, with its own address and purpose', async () => {
    const { email } = await member();
    await post('/recover', { email });
    const { code } = await last(email);
    const wrong = [
      { type: 'signup', email, token: code },
      { type: 'email_change', email, token: code },
      { type: 'recovery', email: newEmail(), token: code },
    ];
    for (const body of wrong) {
      const refused = await post('/verify', body);
      expect(refused.status).toBe(403);
      expect(refused.body).toEqual({
        code: 403,
        error_code: 'otp_expired',
        msg: 'Token has expired or is invalid',
      });
    }
    const right = { type: 'recovery', email, token: code };
    expect((await post('/verify', right)).status).toBe(200);
    expect((await post('/verify', right)).body.error_code).toBe('otp_expired');
  });

  test('five wrong codes kill a code, its link lives on', async () => {
    const { email } = await member();
    await post('/otp', { email });
    const { code } = await last(email);
    for (let i = 0; i < 5; i += 1) {
      await post('/verify', { type: 'email', email, token: other(code) });
    }
    const late = await post('/verify', { type: 'email', email, token: code });
    expect(late.body.error_code).toBe('otp_expired');
    const byLink = await post('/verify', { type: 'email', token_hash: await linkToken(email) });
    expect(byLink.status).toBe(200);
  });

  test('forty parallel guesses use up a code as five do', async () => {
    const { email } = await member();
    await post('/otp', { email });
    const { code } = await last(email);
    const guess = { type: 'email', email, token: other(code) };
    await Promise.all(Array.from({ length: 40 }, () => post('/verify', guess)));
    expect((await post('/verify', { type: 'email', email, token: code })).status).toBe(403);
  });

  test('a link used twenty times at once works once', async () => {
    const { email } = await member();
    await post('/recover', { email });
    const body = { type: 'recovery', token_hash: await linkToken(email) };
    const answers = await Promise.all(Array.from({ length: 20 }, () => post('/verify', body)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test('a new request takes the place of the earlier one', async () => {
    const { email } = await member();
    await post('/recover', { email });
    const first = await last(email);
    await post('/recover', { email });
    const old = await post('/verify', {
      type: 'recovery',
      token_hash: first.link?.searchParams.get('token'),
    });
    expect(old.body).toMatchObject({
      error_code: 'otp_expired',
      msg: 'Email link is invalid or has expired',
    });
    expect(
      (await post('/verify', { type: 'recovery', token_hash: await linkToken(email) })).status,
    ).toBe(200);
  });

  test('expires', async () => {
    const quick = await startTestServer({
      env: { AUTH_OTP_TTL_SECONDS: '1', AUTH_EMAIL_MIN_INTERVAL_SECONDS: '0' },
    });
    const email = newEmail();
    await signUp(quick, email);
    await call(quick, 'POST', '/auth/v1/otp', { body: { email } });
    const [mail] = await quick.outbox(email);
    await new Promise((resolve) => setTimeout(resolve, 1100));
    for (const body of [
      { type: 'email', email, token: mail?.code },
      { type: 'magiclink', token_hash: mail?.link?.searchParams.get('token') },
    ]) {
      const refused = await call(quick, 'POST', '/auth/v1/verify', { body });
      expect(refused.body.error_code).toBe('otp_expired');
    }
    await quick.stop();
  });

  test.each([
    [{ type: 'recovery', token_hash: 'x', email: 'a@example.com' }],
    [{ type: 'recovery', token: '123456' }],
    [{ type: 'recovery' }],
    [{ type: 'other', token_hash: 'x' }],
    [{ token_hash: 'x' }],
  ])('a malformed verification is refused: %j', async (body) => {
    const refused = await post('/verify', body);
    expect(refused.status).toBe(400);
    expect(refused.body.error_code).toBe('validation_failed');
  });

  test('codes and links are kept as hashes only', async () => {
    const own = await startTestServer();
    const email = newEmail();
    await signUp(own, email);
    await call(own, 'POST', '/auth/v1/recover', { body: { email } });
    const [mail] = await own.outbox(email);
    const token = mail?.link?.searchParams.get('token') ?? '';
    expect(Buffer.from(token, 'base64url').length * 8).toBeGreaterThanOrEqual(128);
    await own.stop({ keep: true });
    const file = readFileSync(own.config.sqlitePath, 'latin1');
    expect(file.includes(email)).toBe(true);
    expect(file.includes(token)).toBe(false);
    rmSync(own.dataDirectory, { recursive: true });
  });
});

describe('mailed links', () => {
  const follow = async (email: string, headers: Readonly<Record<string, string>> = {}) => {
    const { link } = await last(email);
    return call(server, 'GET', `/auth/v1/verify${link?.search}`, { headers });
  };

  test('lead with the tokens in the fragment to an allowed address', async () => {
    const { email } = await member();
    const target = `${server.url}/account`;
    await post(`/otp?redirect_to=${encodeURIComponent(target)}`, { email });
    const { status, headers } = await follow(email);
    expect(status).toBe(303);
    const location = new URL(headers.get('location') ?? '');
    expect(location.origin + location.pathname).toBe(target);
    const fragment = new URLSearchParams(location.hash.slice(1));
    expect(fragment.get('type')).toBe('magiclink');
    expect(fragment.get('token_type')).toBe('bearer');
    expect(fragment.get('expires_in')).toBe('3600');
    expect(fragment.has('sb')).toBe(true);
    expect((await getUser(server, fragment.get('access_token') ?? '')).body.email).toBe(email);
    expect((await refresh(server, fragment.get('refresh_token') ?? '')).status).toBe(200);
    const again = new URL((await follow(email)).headers.get('location') ?? '');
    expect(new URLSearchParams(again.hash.slice(1)).get('error_code')).toBe('otp_expired');
    expect(again.hash).toContain('error=access_denied');
  });

  test('are not used up by HEAD or by a prefetch', async () => {
    const { email } = await member();
    await post('/otp', { email });
    const { link } = await last(email);
    const path = `/auth/v1/verify${link?.search}`;
    expect((await call(server, 'HEAD', path)).status).toBe(204);
    const prefetch = await call(server, 'GET', path, { headers: { 'sec-purpose': 'prefetch' } });
    expect(prefetch.status).toBe(403);
    expect((await follow(email)).headers.get('location')).toContain('#access_token=');
  });

  test.each([
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    'https:evil.example',
    'javascript:alert(1)',
    'data:text/html,x',
    'https://app.example.com/out',
    'https://app.example.com.evil.example/in',
    'https://user@app.example.com/in',
  ])('never lead to %s', async (target) => {
    const { email } = await member();
    await post(`/otp?redirect_to=${encodeURIComponent(target)}`, { email });
    expect((await last(email)).link?.searchParams.get('redirect_to')).toBe(`${server.url}/`);
  });

  test('may lead to an address on the list, and are built from PUBLIC_URL alone', async () => {
    const { email } = await member();
    await call(server, 'POST', '/auth/v1/otp?redirect_to=https%3A%2F%2Fapp.example.com%2Fin%2Fx', {
      body: { email },
      headers: { 'x-forwarded-host': 'evil.example' },
    });
    const { link } = await last(email);
    expect(link?.origin).toBe(server.url);
    expect(link?.searchParams.get('redirect_to')).toBe('https://app.example.com/in/x');
  });

  test('tell the confirm page in which mode to go on', async () => {
    const { email } = await member();
    await call(server, 'POST', '/auth/v1/otp', {
      body: { email },
      headers: { 'x-session-transport': 'cookie', origin: server.url },
    });
    expect((await last(email)).link?.searchParams.get('transport')).toBe('cookie');
    await post('/otp', { email });
    expect((await last(email)).link?.searchParams.has('transport')).toBe(false);
  });
});

describe('PKCE', () => {
  const pair = () => {
    const verifier = randomBytes(56).toString('hex');
    const challenge = createHash('sha256').update(verifier).digest('base64url');
    return { verifier, code_challenge: challenge, code_challenge_method: 's256' };
  };
  const authCode = async (email: string, path = '/otp') => {
    const { verifier, ...challenge } = pair();
    await post(path, { email, ...challenge });
    const { link } = await last(email);
    expect(link?.searchParams.get('token')).toMatch(/^pkce_/);
    const { headers } = await call(server, 'GET', `/auth/v1/verify${link?.search}`);
    const location = new URL(headers.get('location') ?? '');
    expect(location.hash).toBe('');
    return { verifier, code: location.searchParams.get('code') ?? '' };
  };
  const exchange = (auth_code: string, code_verifier: string) =>
    post('/token?grant_type=pkce', { auth_code, code_verifier });

  test('a link gives a code, and the code with its verifier a session', async () => {
    const { email } = await member();
    const { verifier, code } = await authCode(email, '/recover');
    const { status, body } = await exchange(code, verifier);
    expect(status).toBe(200);
    const claims = JSON.parse(Buffer.from(body.access_token.split('.')[1], 'base64url').toString());
    expect(claims.amr).toMatchObject([{ method: 'recovery' }]);
    expect((await exchange(code, verifier)).status).toBe(404);
  });

  test('a code works once, for one of twenty at once, and never after a wrong verifier', async () => {
    const { email } = await member();
    const first = await authCode(email);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => exchange(first.code, first.verifier)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const second = await authCode(email);
    const wrong = await exchange(second.code, first.verifier);
    expect(wrong.body.error_code).toBe('bad_code_verifier');
    expect((await exchange(second.code, second.verifier)).body.error_code).toBe(
      'flow_state_not_found',
    );
  });

  test('a code from before a new password opens no session', async () => {
    const { email, session } = await member();
    const { verifier, code } = await authCode(email);
    const changed = await call(server, 'PUT', '/auth/v1/user', {
      bearer: session.access_token,
      body: { password: otherPassword },
    });
    expect(changed.status).toBe(200);
    expect((await exchange(code, verifier)).body.error_code).toBe('flow_state_not_found');
  });

  test.each([
    [{ code_challenge: 'x'.repeat(43) }],
    [{ code_challenge_method: 's256' }],
    [{ code_challenge: 'x'.repeat(42), code_challenge_method: 's256' }],
    [{ code_challenge: 'x'.repeat(43), code_challenge_method: 'plain' }],
  ])('a bad challenge is refused: %j', async (challenge) => {
    const refused = await post('/otp', { email: newEmail(), ...challenge });
    expect(refused.body.error_code).toBe('validation_failed');
  });
});

describe('enumeration', () => {
  test.each(['/otp', '/recover', '/resend'])('%s answers alike for anybody', async (path) => {
    const { email } = await member();
    const extra = path === '/resend' ? { type: 'signup' } : { create_user: false };
    const known = await post(path, { email, ...extra });
    const unknown = await post(path, { email: newEmail(), ...extra });
    expect([known.status, known.text]).toEqual([200, '{}']);
    expect([unknown.status, unknown.text]).toEqual([200, '{}']);
  });

  test('an unknown address gets no mail', async () => {
    const email = newEmail();
    await post('/recover', { email });
    await post('/otp', { email, create_user: false });
    await post('/resend', { type: 'signup', email });
    expect(await server.outbox(email)).toEqual([]);
  });

  test('the interval between two mails holds for known and unknown addresses alike', async () => {
    const slow = await startTestServer();
    const email = newEmail();
    await signUp(slow, email);
    for (const path of ['/recover', '/otp']) {
      const ask = (address: string) =>
        call(slow, 'POST', `/auth/v1${path}`, { body: { email: address, create_user: false } });
      const stranger = newEmail();
      await ask(email);
      await ask(stranger);
      const [known, unknown] = [await ask(email), await ask(stranger)];
      expect(known.status).toBe(429);
      expect(known.body.error_code).toBe('over_email_send_rate_limit');
      expect(known.body.msg).toMatch(/you can only request this after \d+ seconds/);
      expect(Number(known.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(unknown.text.replace(/\d+ seconds/, '')).toBe(known.text.replace(/\d+ seconds/, ''));
    }
    expect(await slow.outbox(email)).toHaveLength(2);
    await slow.stop();
  });
});

describe('accounts by mail', () => {
  test('otp makes an account, confirmed by its code', async () => {
    const email = newEmail();
    await post('/otp', { email, data: { name: 'An' } });
    const { code, link } = await last(email);
    expect(link?.searchParams.get('type')).toBe('signup');
    const { body } = await post('/verify', { type: 'email', email, token: code });
    expect(body.user).toMatchObject({ email, user_metadata: { name: 'An', email_verified: true } });
  });

  test('a password that a stranger chose does not survive the owner signing in by mail', async () => {
    const email = newEmail();
    await signUp(server, email);
    await post('/otp', { email });
    const { code } = await last(email);
    expect((await post('/verify', { type: 'email', email, token: code })).status).toBe(200);
    expect((await signIn(server, email)).body.error_code).toBe('invalid_credentials');
  });

  describe('two sign-ups with one address', () => {
    const again = (email: string, password: string) => signUp(server, email, { password });
    const confirm = async (email: string) => {
      const { code } = await last(email);
      return post('/verify', { type: 'signup', email, token: code });
    };
    const passwords = async (email: string) =>
      Promise.all([goodPassword, otherPassword].map((each) => signIn(server, email, each)));

    test('with two passwords: whoever confirms the second is signed in, and neither opens it', async () => {
      const email = newEmail();
      await signUp(server, email, { data: { by: 'first' } });
      await again(email, otherPassword);
      expect((await signIn(server, email)).body.error_code).toBe('email_not_confirmed');
      const { status, body } = await confirm(email);
      expect([status, body.user.user_metadata.by]).toEqual([200, 'first']);
      expect((await passwords(email)).map((each) => each.body.error_code)).toEqual([
        'invalid_credentials',
        'invalid_credentials',
      ]);
    });

    test('no mail that is sent again makes the first password good', async () => {
      const email = newEmail();
      await signUp(server, email);
      await again(email, otherPassword);
      await post('/resend', { type: 'signup', email });
      await again(email, goodPassword);
      expect((await confirm(email)).status).toBe(200);
      expect((await signIn(server, email)).body.error_code).toBe('invalid_credentials');
    });

    test('with the same password it stays', async () => {
      const email = newEmail();
      await signUp(server, email);
      await again(email, goodPassword);
      await confirm(email);
      expect((await passwords(email)).map(({ status }) => status)).toEqual([200, 400]);
    });
  });

  test('as many passwords are worked on for any address', async () => {
    const { email: taken } = await member();
    const waiting = newEmail();
    await signUp(server, waiting);
    const { passwords } = server.ports;
    const { hash, verify } = passwords;
    const work: string[] = [];
    Object.assign(passwords, {
      hash: (...args: Parameters<typeof hash>) => {
        work.push('hash');
        return hash(...args);
      },
      verify: (...args: Parameters<typeof verify>) => {
        work.push('verify');
        return verify(...args);
      },
    });
    const done: (readonly string[])[] = [];
    for (const email of [newEmail(), waiting, taken]) {
      await signUp(server, email, { password: otherPassword });
      done.push(work.splice(0));
    }
    Object.assign(passwords, { hash, verify });
    expect(done).toEqual(Array(3).fill(['hash', 'verify']));
  });

  test('resend sends a pending confirmation again, and nothing else', async () => {
    const email = newEmail();
    await signUp(server, email);
    await post('/resend', { type: 'signup', email });
    expect(await server.outbox(email)).toHaveLength(2);
    const { code } = await last(email);
    await post('/verify', { type: 'signup', email, token: code });
    await post('/resend', { type: 'signup', email });
    expect(await server.outbox(email)).toHaveLength(2);
    expect((await post('/resend', { type: 'recovery', email })).status).toBe(400);
  });
});

describe('PUT /user', () => {
  const put = (bearer: string, body: object) =>
    call(server, 'PUT', '/auth/v1/user', { bearer, body });

  test('merges data key by key, null removes, too much is refused', async () => {
    const { session } = await member();
    const bearer = session.access_token;
    await put(bearer, { data: { a: 1, b: { c: 2 } } });
    const { body } = await put(bearer, { data: { a: null, d: 'x', email_verified: false } });
    expect(body.user_metadata).toEqual({ b: { c: 2 }, d: 'x', email_verified: true });
    const big = await put(bearer, { data: { big: 'é'.repeat(1100) } });
    expect(big.body.error_code).toBe('validation_failed');
    expect((await put(bearer, { app_metadata: { role: 'admin' } })).body).toMatchObject({
      code: 403,
      error_code: 'not_admin',
    });
  });

  test('a new password ends the other sessions and tells the owner', async () => {
    const { email, session } = await member();
    const elsewhere = (await signIn(server, email)).body;
    expect((await put(session.access_token, { password: goodPassword })).body.error_code).toBe(
      'same_password',
    );
    expect((await put(session.access_token, { password: 'weak' })).body.error_code).toBe(
      'weak_password',
    );
    expect((await put(session.access_token, { password: otherPassword })).status).toBe(200);
    expect((await getUser(server, session.access_token)).status).toBe(200);
    expect((await refresh(server, elsewhere.refresh_token)).status).toBe(400);
    expect((await signIn(server, email)).status).toBe(400);
    expect((await signIn(server, email, otherPassword)).status).toBe(200);
    const notice = await last(email);
    expect(notice.subject).toBe('Je wachtwoord is gewijzigd');
    expect(notice.code).toBeUndefined();
  });

  test('a new address counts once both addresses have confirmed it', async () => {
    const { email, session } = await member();
    const target = newEmail();
    const { body } = await put(session.access_token, { email: target });
    expect(body).toMatchObject({ email, new_email: target });
    const toOld = await last(email);
    const toNew = await last(target);
    expect(toOld.code).not.toBe(toNew.code);
    const half = await post('/verify', { type: 'email_change', email: target, token: toNew.code });
    expect(half.status).toBe(200);
    expect(half.body.code).toBe('200');
    expect(half.body.msg).toMatch(/^Confirmation link accepted/);
    expect((await getUser(server, session.access_token)).body.email).toBe(email);
    const done = await post('/verify', {
      type: 'email_change',
      token_hash: toOld.link?.searchParams.get('token'),
    });
    expect(done.body.user).toMatchObject({ email: target });
    expect(done.body.user.new_email).toBeUndefined();
    expect(done.body.user.identities[0].identity_data.email).toBe(target);
    expect((await signIn(server, target)).status).toBe(200);
    expect((await last(email)).subject).toBe('Je e-mailadres is gewijzigd');
  });

  test('an address that is taken is refused, at once and at the end', async () => {
    const { session } = await member();
    const { email: taken } = await member();
    expect((await put(session.access_token, { email: taken })).body.error_code).toBe(
      'email_exists',
    );
  });

  test('an older session needs the mailed nonce for a new password', async () => {
    const strict = await startTestServer({
      env: { AUTH_REAUTH_AFTER_SECONDS: '0', AUTH_EMAIL_MIN_INTERVAL_SECONDS: '0' },
    });
    const email = newEmail();
    const { body } = await signUp(strict, email);
    const bearer = body.access_token;
    const change = (extra: object) =>
      call(strict, 'PUT', '/auth/v1/user', { bearer, body: { password: otherPassword, ...extra } });
    expect((await change({})).body).toMatchObject({
      code: 400,
      error_code: 'reauthentication_needed',
    });
    expect((await getUser(strict, bearer)).body).not.toHaveProperty('reauthentication_sent_at');
    expect((await call(strict, 'GET', '/auth/v1/reauthenticate', { bearer })).text).toBe('{}');
    const { reauthentication_sent_at: sentAt } = (await getUser(strict, bearer)).body;
    expect(sentAt).toMatch(/^\d{4}-\d\d-\d\dT/);
    const [mail] = await strict.outbox(email);
    expect(mail?.link).toBeUndefined();
    expect((await change({ nonce: other(mail?.code) })).body).toMatchObject({
      code: 422,
      error_code: 'reauthentication_not_valid',
    });
    expect((await change({ nonce: mail?.code })).status).toBe(200);
    await strict.stop();
  });
});
