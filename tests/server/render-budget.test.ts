import { tmpdir } from 'node:os';
import { readConfig } from '@coachsite/server/config';
import { fixedSite } from '@coachsite/server/live-site';
import { openSiteFiles } from '@coachsite/server/site-files';
import { expect, test } from 'vitest';
import { laidSite } from '#server/src/pages/laid-site.ts';
import { pageState } from '#server/src/pages/page-state.ts';
import { createPages } from '#server/src/pages/pages.ts';
import { renderBudget } from '#server/src/pages/render-budget.ts';
import { form } from '../support/requests.ts';
import { startTestServer } from '../support/server.ts';

test('a budget allows its burst, then so many a second', () => {
  let now = 0;
  const may = renderBudget(3, 2, () => now);
  expect([may(), may(), may(), may()]).toEqual([true, true, true, false]);
  now = 400;
  expect(may()).toBe(false);
  now = 600;
  expect([may(), may()]).toEqual([true, false]);
  now = 60_000;
  expect([may(), may(), may(), may()]).toEqual([true, true, true, false]);
});

test('a search beyond the budget gets the page from memory', async () => {
  const config = readConfig({ DATA_DIR: tmpdir() })._unsafeUnwrap();
  const files = await openSiteFiles();
  let left = 1;
  const stateAtStart = { ebook: undefined, revision: '' };
  const pages = createPages(
    laidSite(fixedSite(files)),
    config,
    pageState(async () => stateAtStart, stateAtStart),
    { clock: { now: () => 0 }, mayRender: () => left-- > 0 },
  );
  const shop = pages.find('/shop');
  if (!shop) throw new Error('no shop');
  const copies = [
    await pages.page(shop, 'nl', '?q=kickstart'),
    await pages.page(shop, 'nl', '?q=kickstart'),
    await pages.page(shop, 'nl'),
  ];
  expect(copies[0]).not.toBe(copies[2]);
  expect(copies[1]).toBe(copies[2]);
});

test('a client that keeps sending forms with mistakes gets 429', async () => {
  const server = await startTestServer({
    site: await openSiteFiles(),
    env: { AUTH_IP_RATE_LIMITS: 'on' },
  });
  const statuses: number[] = [];
  for (let i = 0; i < 31; i += 1) {
    const response = await fetch(`${server.url}/contact`, form({ name: '' }));
    statuses.push(response.status);
  }
  expect(statuses.slice(0, 30)).toEqual(Array(30).fill(422));
  expect(statuses[30]).toBe(429);
  await server.stop();
});

test('a client that keeps pressing the button of a mailed link gets 429, a mail program that unsubscribes does not', async () => {
  const server = await startTestServer({
    site: await openSiteFiles(),
    env: { AUTH_IP_RATE_LIMITS: 'on' },
  });
  const press = async (path: string, fields: Record<string, string> = {}) =>
    (await fetch(server.url + path, form(fields))).status;
  for (let i = 0; i < 15; i += 1) {
    expect(await press('/notify/confirm?token=invented')).toBe(410);
    expect(await press('/notify/unsubscribe')).toBe(410);
  }
  expect(await press('/notify/confirm?token=invented')).toBe(429);
  const oneClick = { 'List-Unsubscribe': 'One-Click' };
  expect(await press('/notify/unsubscribe?token=invented', oneClick)).toBe(410);
  await server.stop();
});
