import { openSiteFiles } from '@coachsite/server/site-files';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { turnBudget } from '#server/src/http/turn-budget.ts';
import { call, goodPassword, newEmail } from '../support/auth-client.ts';
import {
  type CaptchaVerifier,
  startCaptchaVerifier,
} from '../support/fake-services/captcha-verifier.ts';
import { form } from '../support/requests.ts';
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

test('over its limit the server rejects at once, completes pages that it served, still reports that it is alive, and serves again afterwards', async () => {
  const served = await (await fetch(`${server.url}/auth`)).text();
  const script = /data-app="([^"]+)"/.exec(served)?.[1];
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
  const browser = { accept: 'text/html', cookie: 'language=en' };
  const posted = await fetch(`${server.url}/contact`, form({ name: 'Ann' }, browser));
  expect([posted.status, posted.headers.get('retry-after')]).toEqual([503, '5']);
  expect(await posted.text()).toContain('Go back in your browser');
  const { status, headers, body } = await call(server, 'POST', '/auth/v1/signup', { body: {} });
  expect([status, headers.get('retry-after'), body.error_code]).toEqual([
    503,
    '5',
    'unexpected_failure',
  ]);
  for (const path of ['/healthz', '/readyz', '/metrics', script]) {
    expect((await fetch(`${server.url}${path}`)).status, path).toBe(200);
  }

  sent.abort();
  await Promise.all(waiting);
  await expect
    .poll(async () => (await fetch(`${server.url}/about`)).status, { timeout: 20_000 })
    .toBe(200);
});

/** More requests of one turn than a page or two make. */
const many = 25;

/** Runs turns of `turnMs` with a request at their start and others at their end; returns in which the last was rejected. */
function rejectedIn(turns: readonly number[], pauseMs = 0, count = many): readonly boolean[] {
  const budget = turnBudget();
  let now = 0;
  return turns.map((turnMs) => {
    expect(budget.beginRequest(now)).toBe(true);
    expect(budget.isSpent(now)).toBe(false);
    now += turnMs;
    for (let late = 1; late < count; late += 1) expect(budget.beginRequest(now)).toBe(false);
    const isRejected = budget.isSpent(now);
    budget.endTurn(now);
    now += pauseMs;
    return isRejected;
  });
}

test('of many requests the late ones of long turns are rejected once turns have been long for a second', () => {
  expect(rejectedIn(Array(8).fill(300))).toEqual([
    false,
    false,
    false,
    true,
    true,
    true,
    true,
    true,
  ]);
});

test('a burst, short turns, and long turns with rests between them reject nothing', () => {
  expect(rejectedIn([900, 50, 900, 50])).toEqual([false, false, false, false]);
  expect(rejectedIn(Array(50).fill(100))).toEqual(Array(50).fill(false));
  expect(rejectedIn(Array(8).fill(300), 1100)).toEqual(Array(8).fill(false));
});

test('after a short turn everything is served again', () => {
  expect(rejectedIn([600, 600, 600, 20, 600, 20]).slice(2)).toEqual([true, false, false, false]);
});

test('on a machine that is slow, or busy with other programs, the requests of a page or two are served', () => {
  const turns = fc.array(fc.integer({ min: 0, max: 5000 }), { minLength: 1, maxLength: 30 });
  fc.assert(
    fc.property(turns, fc.integer({ min: 2, max: many - 1 }), (lengths, count) => {
      expect(rejectedIn(lengths, 0, count)).not.toContain(true);
    }),
  );
});
