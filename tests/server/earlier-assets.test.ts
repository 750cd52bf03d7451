import { existsSync, mkdtempSync, readdirSync, statSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dayMs } from '@coachsite/core/kernel';
import { fixedSite } from '@coachsite/server/live-site';
import { expect, test } from 'vitest';
import { earlierAssets } from '#server/src/config/earlier-assets.ts';
import { type Asset, asAsset, assetOf } from '#server/src/pages/site-files.ts';
import { sharedServer, sharedSite } from '../support/shared-server.ts';

/*
 * What pages of an earlier build get. Source: docs/decisions/0070-assets-of-earlier-builds.md.
 */

const script = (text: string): Asset => ({
  ...assetOf('text/javascript; charset=utf-8', Buffer.from(text)),
  br: Buffer.from(`br ${text}`),
});

const bytesOf = (text: string) => {
  const { identity, br } = script(text);
  return { identity, br };
};

/** The files of a build, each with the digest of that build in its name, and one that all builds have. */
const buildOf = (digest: string) =>
  new Map([
    [`/assets/app-${digest}.js`, script(digest)],
    ['/assets/a3357a5.woff2', assetOf('font/woff2', Buffer.from('font'))],
    ['/media/coach.jpg', assetOf('image/jpeg', Buffer.from('picture'))],
  ]);

const [a, b, c, d] = ['aaaaaaa1', 'bbbbbbb2', 'ccccccc3', 'ddddddd4'] as const;
const pathOf = (digest: string) => `/assets/app-${digest}.js`;

const newFolder = () => mkdtempSync(join(tmpdir(), 'coachsite-'));

/** Makes the build that was kept last, and so is the newest, one that was started `days` ago. */
function dateNewest(folder: string, days: number): void {
  const root = join(folder, 'earlier-assets');
  const paths = readdirSync(root).map((name) => join(root, name));
  const [newest = ''] = paths.sort((one, other) => statSync(other).mtimeMs - statSync(one).mtimeMs);
  const time = new Date(Date.now() - days * dayMs);
  utimesSync(newest, time, time);
}

test('a file of the build before is there in every form, for each process of the folder', async () => {
  const folder = newFolder();
  const kept = earlierAssets(folder);
  const other = earlierAssets(folder);
  expect(await kept.find(pathOf(a))).toBeUndefined();
  await kept.keep(buildOf(a));
  await other.keep(buildOf(b));
  for (const process of [kept, other]) {
    expect(await process.find(pathOf(a))).toMatchObject(bytesOf(a));
    expect(await process.find(pathOf(b))).toMatchObject(bytesOf(b));
  }
  expect(await kept.find('/assets/a3357a5.woff2')).toMatchObject({ identity: Buffer.from('font') });
  expect(await kept.find('/media/coach.jpg')).toBeUndefined();
  expect(await kept.find('/assets/../../app-aaaaaaa1.js')).toBeUndefined();
});

test('processes that start at once write one copy of their build', async () => {
  const folder = newFolder();
  await Promise.all([1, 2, 3, 4].map(() => earlierAssets(folder).keep(buildOf(a))));
  expect(readdirSync(join(folder, 'earlier-assets'))).toHaveLength(1);
  expect(await earlierAssets(folder).find(pathOf(a))).toMatchObject(bytesOf(a));
});

test('a build stays for as long as is asked after another one took its place, however old it is', async () => {
  const folder = newFolder();
  const { keep, find, purge } = earlierAssets(folder);
  const week = () => purge(Date.now() - 7 * dayMs);
  await keep(buildOf(a));
  dateNewest(folder, 90);
  expect(await week()).toBe(0);
  await keep(buildOf(b));
  expect(await week()).toBe(0);
  dateNewest(folder, 6.9);
  expect(await week()).toBe(0);
  expect(await find(pathOf(a))).toBeDefined();
  dateNewest(folder, 7.1);
  expect(await week()).toBe(1);
  expect(await find(pathOf(a))).toBeUndefined();
  expect(await find(pathOf(b))).toBeDefined();
});

test('the folder never holds more than three builds, and going back makes an old one the newest', async () => {
  const folder = newFolder();
  const { keep, find } = earlierAssets(folder);
  await keep(buildOf(a));
  dateNewest(folder, 3);
  await keep(buildOf(b));
  dateNewest(folder, 2);
  await keep(buildOf(c));
  dateNewest(folder, 1);
  await keep(buildOf(a));
  await keep(buildOf(d));
  expect(readdirSync(join(folder, 'earlier-assets'))).toHaveLength(3);
  expect(await find(pathOf(b))).toBeUndefined();
  for (const digest of [a, c, d]) expect(await find(pathOf(digest))).toBeDefined();
});

const folder = newFolder();
const { site } = await sharedSite();
const kept = earlierAssets(folder);
await kept.keep(buildOf(a));
const server = await sharedServer({
  site: { ...fixedSite(site), earlier: async (path) => asAsset(path, await kept.find(path)) },
});

test('the server sends it as it sends its own, for a year', async () => {
  const response = await fetch(server.url + pathOf(a), {
    headers: { 'accept-encoding': 'identity' },
  });
  expect(response.status).toBe(200);
  expect(await response.text()).toBe(a);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-type': 'text/javascript; charset=utf-8',
    vary: expect.stringContaining('Accept-Encoding'),
  });
});

test('a page gets a script in place of one that is gone, and everybody else 404', async () => {
  const ask = (path: string, destination?: string) =>
    fetch(server.url + path, destination ? { headers: { 'sec-fetch-dest': destination } } : {});
  const sent = await ask(pathOf(b), 'script');
  expect(sent.status).toBe(200);
  expect(sent.headers.get('cache-control')).toBe('no-store');
  expect(sent.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
  expect(await sent.text()).toMatch(/^(?!.*\bimport\b).*throw /s);
  for (const [path, destination] of [
    [pathOf(b), undefined],
    [pathOf(b), 'empty'],
    ['/assets/bbbbbb2.css', 'script'],
    ['/media/app-bbbbbbb2.js', 'script'],
    ['/assets/a/app-bbbbbbb2.js', 'script'],
  ] as const)
    expect((await ask(path, destination)).status, `${path} ${destination}`).toBe(404);
});

test('what the present build has is read from no folder', async () => {
  const own = await fetch(server.url + site.manifest.app);
  expect(own.status).toBe(200);
  expect(existsSync(join(server.config.dataDirectory, 'earlier-assets'))).toBe(false);
});
