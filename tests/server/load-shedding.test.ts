import { openSiteFiles } from '@coachsite/server/site-files';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { call, goodPassword, newEmail } from '../support/auth-client.ts';
import {
  type CaptchaVerifier,
  startCaptchaVerifier,
} from '../support/fake-services/captcha-verifier.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

/** Requests that the server handles at once. */
const atOnce = 300;

let verifier: CaptchaVerifier;
let server: TestServer;
beforeAll(async () => {
  verifier = await startCaptchaVerifier();
  server = await startTestServer({
    site: await openSiteFiles(),
    env: { CAPTCHA: verifier.setting },
  });
});
afterAll(async () => {
  await server.stop();
  await verifier.close();
});

test('over its limit the server rejects at once, still tells that it lives, and serves again afterwards', async () => {
  verifier.behave('silence');
  const sent = new AbortController();
  const waiting = Array.from({ length: atOnce }, () =>
    fetch(`${server.url}/auth/v1/signup`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        email: newEmail(),
        password: goodPassword,
        gotrue_meta_security: { captcha_token: 'a token' },
      }),
      signal: sent.signal,
    }).catch(() => undefined),
  );
  await expect.poll(() => verifier.received.length, { timeout: 20_000 }).toBe(atOnce);

  const page = await fetch(`${server.url}/about`, { headers: { accept: 'text/html' } });
  expect([page.status, page.headers.get('retry-after')]).toEqual([503, '5']);
  expect(page.headers.get('content-type')).toContain('text/html');
  const { status, headers, body } = await call(server, 'POST', '/auth/v1/signup', { body: {} });
  expect([status, headers.get('retry-after'), body.error_code]).toEqual([
    503,
    '5',
    'unexpected_failure',
  ]);
  for (const path of ['/healthz', '/readyz', '/metrics']) {
    expect((await fetch(server.url + path)).status).toBe(200);
  }

  sent.abort();
  await Promise.all(waiting);
  await expect
    .poll(async () => (await fetch(`${server.url}/about`)).status, { timeout: 20_000 })
    .toBe(200);
});
