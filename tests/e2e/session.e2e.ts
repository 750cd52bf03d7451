import type { Page } from '@playwright/test';
import { enterAs, expect, test } from './support/test.ts';

const refreshCall = /grant_type=refresh_token/;

/** Makes the page believe its access token lives for so many seconds more. */
const expireIn = (page: Page, seconds: number) =>
  page.evaluate((left) => {
    const session = JSON.parse(localStorage.getItem('session') ?? '{}') as object;
    const expires_at = Math.floor(Date.now() / 1000) + left;
    localStorage.setItem('session', JSON.stringify({ ...session, expires_at }));
  }, seconds);

const expiresAt = (page: Page) =>
  page.evaluate(
    () =>
      (JSON.parse(localStorage.getItem('session') ?? 'null') as { expires_at: number } | null)
        ?.expires_at,
  );

test('a session near its end is refreshed, on pages that run no app too', {
  tag: '@pair-a',
}, async ({ page, newMember }) => {
  await enterAs(page, await newMember());
  await expireIn(page, 80);
  const before = (await expiresAt(page)) ?? 0;
  const responded = page.waitForResponse(refreshCall);
  await page.goto('/about');
  expect((await responded).status()).toBe(200);
  await expect.poll(async () => ((await expiresAt(page)) ?? 0) > before + 1000).toBe(true);
});

test('it looks every 30 seconds, and only then', { tag: '@pair-a' }, async ({
  page,
  newMember,
}) => {
  await enterAs(page, await newMember());
  const asked: string[] = [];
  page.on('request', (request) => {
    if (refreshCall.test(request.url())) asked.push(request.url());
  });
  await page.clock.install();
  await page.goto('/about', { waitUntil: 'networkidle' });
  await page.clock.runFor(31_000);
  expect(asked).toEqual([]);
  await expireIn(page, 60);
  const responded = page.waitForResponse(refreshCall);
  await page.clock.runFor(31_000);
  expect((await responded).status()).toBe(200);
  expect(asked).toHaveLength(1);
});

test('a rejected refresh removes the session', { tag: '@pair-b' }, async ({
  page,
  t,
  newMember,
}) => {
  const who = await newMember();
  await enterAs(page, who);
  // Ended from elsewhere: the server will not refresh this session again.
  const ended = await page.request.post('/auth/v1/logout?scope=global', {
    headers: { 'x-session-transport': 'cookie', 'sec-fetch-site': 'same-origin' },
    data: {},
  });
  expect(ended.ok()).toBe(true);
  await expireIn(page, 10);
  await page.goto('/about');
  await expect.poll(() => page.evaluate(() => localStorage.getItem('session'))).toBeNull();
  await expect(page.getByRole('banner').getByRole('link', { name: t.auth.account })).toBeHidden();
});

test('without a stored session a page makes no call at all', { tag: '@pair-b' }, async ({
  page,
}) => {
  const calls: string[] = [];
  page.on('request', (request) => {
    if (/\/(auth|rest)\/v1\//.test(request.url())) calls.push(request.url());
  });
  for (const path of ['/', '/auth']) await page.goto(path, { waitUntil: 'networkidle' });
  expect(calls).toEqual([]);
});
