import { request as ask } from 'node:http';
import { describe, expect, onTestFinished, test } from 'vitest';
import { call, getUser, goodPassword, newEmail, statusAndCode } from '../support/auth-client.ts';
import { startTestServer } from '../support/server.ts';
import { sharedServer } from '../support/shared-server.ts';
import { storedText } from '../support/stored-text.ts';
import { openBrowser } from './support/browser.ts';
import {
  advance,
  connect,
  hashOf,
  holdClock,
  lastCode,
  lastMail,
  linkOf,
  member,
  otherCode,
} from './support/client.ts';

const listed = 'https://app.example.com/in';
const server = await sharedServer({
  env: { AUTH_EMAIL_MIN_INTERVAL_SECONDS: '0', AUTH_REDIRECT_ALLOW_LIST: listed },
});

const post = (path: string, body: object, headers = {}) =>
  call(server, 'POST', `/auth/v1${path}`, { body, headers });
const asked = async (path: string, email: string) => {
  expect((await post(path, { email })).status).toBe(200);
  return lastMail(server, email);
};

describe('LN-1 links', () => {
  test('have 128 bits, are kept as hashes, and are not the code', async () => {
    const own = await startTestServer();
    const { email } = await member(own);
    await call(own, 'POST', '/auth/v1/recover', { body: { email } });
    const mail = await lastMail(own, email);
    const secret = hashOf(mail);
    expect(Buffer.from(secret, 'base64url').length).toBeGreaterThanOrEqual(16);
    expect(secret).not.toContain(mail.code);
    await own.stop({ keep: true });
    const stored = await storedText(own.config);
    expect(stored).toContain(email);
    expect(stored).not.toContain(secret);
  });

  test('used twice, replaced by a newer one, or expired: rejected alike', async () => {
    const { email } = await member(server);
    const verify = (token_hash: string) => post('/verify', { type: 'recovery', token_hash });
    const first = hashOf(await asked('/recover', email));
    const second = hashOf(await asked('/recover', email));
    const rejections = [await verify(first)];
    expect((await verify(second)).status).toBe(200);
    rejections.push(await verify(second));
    const third = hashOf(await asked('/recover', email));
    advance(server, 3_601_000);
    rejections.push(await verify(third), await verify('x'.repeat(43)));
    for (const { status, text } of rejections)
      expect([status, text]).toEqual([403, rejections[0]?.text]);
  });

  test('twenty at once: one success', async () => {
    const { email } = await member(server);
    const token_hash = hashOf(await asked('/otp', email));
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => post('/verify', { type: 'magiclink', token_hash })),
    );
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test('a code expires after ten minutes, its link after an hour', async () => {
    const { email } = await member(server);
    const mail = await asked('/otp', email);
    advance(server, 601_000);
    const typed = await post('/verify', { type: 'email', email, token: mail.code });
    expect(typed.body.error_code).toBe('otp_expired');
    const link = await post('/verify', { type: 'magiclink', token_hash: hashOf(mail) });
    expect(link.status).toBe(200);
  });
});

describe('LN-2 codes', () => {
  test('are bound to address and purpose', async () => {
    const { email, auth } = await member(server);
    const stranger = await member(server);
    const { code } = await asked('/recover', email);
    await auth.updateUser({ email: newEmail() });
    for (const [type, address] of [
      ['signup', email],
      ['email_change', email],
      ['email', stranger.email],
      ['recovery', stranger.email],
    ] as const) {
      const response = await post('/verify', { type, email: address, token: code });
      expect([type, response.body.error_code]).toEqual([type, 'otp_expired']);
    }
  });

  test('count once', async () => {
    const { email } = await member(server);
    const { code } = await asked('/recover', email);
    const verify = () => post('/verify', { type: 'recovery', email, token: code });
    expect((await verify()).status).toBe(200);
    expect((await verify()).body.error_code).toBe('otp_expired');
  });

  test('ten wrong guesses at once, and the right code is dead', async () => {
    const { email } = await member(server);
    const { code } = await asked('/otp', email);
    await Promise.all(
      Array.from({ length: 10 }, () =>
        post('/verify', { type: 'email', email, token: otherCode(code) }),
      ),
    );
    expect((await post('/verify', { type: 'email', email, token: code })).status).toBe(403);
  });

  test('wrong ones are counted per recipient over all codes, then only links work', async () => {
    const own = await startTestServer({ env: { AUTH_EMAIL_MIN_INTERVAL_SECONDS: '0' } });
    onTestFinished(holdClock(own));
    const { email } = await member(own);
    const nobody = newEmail();
    const verify = (address: string, token = '') =>
      call(own, 'POST', '/auth/v1/verify', { body: { type: 'email', email: address, token } });
    const ask = async () => {
      await call(own, 'POST', '/auth/v1/otp', { body: { email } });
      return lastMail(own, email);
    };
    /** Guesses, each at a new code. */
    const guess = async (times: number) => {
      for (let i = 0; i < times; i += 1) {
        const { code } = await ask();
        const [known, unknown] = [await verify(email, otherCode(code)), await verify(nobody, '1')];
        expect([i, statusAndCode(known)]).toEqual([i, [403, 'otp_expired']]);
        expect(statusAndCode(unknown)).toEqual(statusAndCode(known));
      }
    };
    const rejected = async () => {
      const { code } = await ask();
      const limited = await verify(email, code);
      expect(statusAndCode(limited)).toEqual([429, 'over_request_rate_limit']);
      expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(statusAndCode(await verify(nobody, '1'))).toEqual(statusAndCode(limited));
    };
    const hour = 3_600_000;
    await guess(19);
    expect((await verify(email, (await ask()).code)).status).toBe(200);
    await guess(1);
    await rejected();
    const byLink = { type: 'magiclink', token_hash: hashOf(await ask()) };
    expect((await call(own, 'POST', '/auth/v1/verify', { body: byLink })).status).toBe(200);
    advance(own, hour);
    await guess(20);
    advance(own, hour);
    await guess(10);
    advance(own, hour);
    await rejected();
    advance(own, 24 * hour);
    expect((await verify(email, (await ask()).code)).status).toBe(200);
    await own.stop();
  });

  test('a nonce for a change of password dies after five misses too', async () => {
    const strict = await startTestServer({
      env: { AUTH_REAUTH_AFTER_SECONDS: '0', AUTH_EMAIL_MIN_INTERVAL_SECONDS: '0' },
    });
    const { auth, email } = await member(strict);
    await auth.reauthenticate();
    const code = await lastCode(strict, email);
    const change = (nonce: string) => auth.updateUser({ password: 'Boterbloem+82dak', nonce });
    await Promise.all(Array.from({ length: 10 }, () => change(otherCode(code))));
    expect((await change(code)).error?.code).toBe('reauthentication_not_valid');
    await strict.stop();
  });
});

describe('LN-3 prefetch', () => {
  test.each([
    ['HEAD', { method: 'HEAD' }, 204],
    ['Sec-Purpose: prefetch', { headers: { 'sec-purpose': 'prefetch' } }, 403],
    ['Sec-Purpose: prefetch;prerender', { headers: { 'sec-purpose': 'prefetch;prerender' } }, 403],
    ['Purpose: prefetch', { headers: { purpose: 'prefetch' } }, 403],
  ])('%s leaves the link as it is', async (_name, init, status) => {
    const { email } = await member(server);
    const mail = await asked('/otp', email);
    for (let i = 0; i < 2; i += 1) {
      const response = await fetch(linkOf(server, mail), { ...init, redirect: 'manual' });
      expect(response.status).toBe(status);
    }
    const { headers } = await openBrowser().step(linkOf(server, mail));
    expect(headers.get('location')).toContain('#access_token=');
  });
});

test('LN-4 links are built from PUBLIC_URL, whatever Host and X-Forwarded-Host say', async () => {
  const { email } = await member(server);
  const { port } = new URL(server.url);
  const body = JSON.stringify({ email });
  await new Promise<void>((resolve) => {
    const request = ask(
      {
        host: '127.0.0.1',
        port,
        path: '/auth/v1/recover',
        method: 'POST',
        headers: {
          host: 'evil.example',
          'x-forwarded-host': 'evil.example',
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
        },
      },
      (response) => response.resume().on('end', resolve),
    );
    request.end(body);
  });
  for (const mail of await server.outbox(email)) {
    expect(mail.text + mail.html).not.toContain('evil.example');
    expect(mail.link?.origin).toBe(server.url);
  }
});

describe('LN-5 redirects', () => {
  const hostile = [
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    'https:evil.example',
    'https:/evil.example',
    'http://127.0.0.1:1/',
    'https://app.example.com@evil.example/in',
    'https://user@app.example.com/in',
    'https://app.example.com/out',
    'https://app.example.com/in/../out',
    'https://app.example.com/in/%2e%2e/out',
    'https://app.example.com/in%2f..%2fout',
    'https://app.example.com:444/in',
    'http://app.example.com/in',
    'https://app.example.com.evil.example/in',
    'javascript:alert(1)',
    'data:text/html,x',
    'java\tscript:alert(1)',
    'https://ev\nil.example/',
    ' https://evil.example/',
  ];
  const isSafe = (target: string | null | undefined) => {
    const url = new URL(target ?? '', server.url);
    return url.origin === server.url || url.href.startsWith(`${listed}/`) || url.href === listed;
  };

  test.each(hostile)('%j leads to the site', async (target) => {
    const { email } = await member(server);
    const query = `redirect_to=${encodeURIComponent(target)}`;
    const mail = await asked(`/otp?${query}`, email);
    expect(mail.link?.searchParams.get('redirect_to')).toBe(`${server.url}/`);
    // The URL of the link is the visitor's to change.
    const { searchParams } = new URL(linkOf(server, mail));
    searchParams.set('redirect_to', target);
    const { headers } = await openBrowser().step(`${server.url}/auth/v1/verify?${searchParams}`);
    expect(headers.get('location')).toMatch(/#access_token=/);
    expect(isSafe(headers.get('location'))).toBe(true);
  });

  test.each([`${listed}/x?y=1`, listed])('%s is on the list', async (target) => {
    const { email } = await member(server);
    const { auth } = await connect(server);
    await auth.signInWithOtp({ email, options: { emailRedirectTo: target } });
    const mail = await lastMail(server, email);
    expect(mail.link?.searchParams.get('redirect_to')).toBe(target);
    const { headers } = await openBrowser().step(linkOf(server, mail));
    expect(headers.get('location')?.startsWith(target.split('?')[0] ?? '')).toBe(true);
  });
});

test('LN-5 a target with a NUL is rejected, and nothing is sent', async () => {
  const { email } = await member(server);
  const response = await post('/otp?redirect_to=%00https%3A%2F%2Fevil.example', { email });
  expect(statusAndCode(response)).toEqual([400, 'validation_failed']);
  expect(await server.outbox(email)).toEqual([]);
});

test('LN-7 responses with a token in the URL do not leak it in Referer', async () => {
  const { email } = await member(server);
  const { headers } = await openBrowser().step(linkOf(server, await asked('/otp', email)));
  expect(headers.get('referrer-policy')).toMatch(
    /^(strict-origin-when-cross-origin|strict-origin|same-origin|no-referrer)$/,
  );
  expect(headers.get('cache-control')).toBe('no-store');
});

test('LN-8 one confirmation of two changes nothing, from either side', async () => {
  for (const side of ['old', 'new'] as const) {
    const { auth, email, session } = await member(server);
    const target = newEmail();
    await auth.updateUser({ email: target });
    const mail = await lastMail(server, side === 'old' ? email : target);
    for (let i = 0; i < 2; i += 1)
      await post('/verify', { type: 'email_change', token_hash: hashOf(mail) });
    expect((await getUser(server, session.access_token)).body).toMatchObject({
      email,
      new_email: target,
    });
    const elsewhere = await connect(server);
    const { data } = await elsewhere.auth.signInWithPassword({ email, password: goodPassword });
    expect(data.user?.email).toBe(email);
  }
});
