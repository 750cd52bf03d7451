import { readFileSync } from 'node:fs';
import { sqlContentStore } from '@coachsite/adapters/content-store';
import type { AdminFacts } from '@coachsite/adapters/contract';
import { openSqlite } from '@coachsite/adapters/sqlite';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { sharedSite } from '../support/shared-server.ts';
import { asAdmin } from '../support/signed-in.ts';

const { server, get } = await sharedSite();
const admin = await asAdmin(server);
const sample = readFileSync(
  new URL(import.meta.resolve('@coachsite/ui/content/samples/portrait.jpg')),
);
/** A small one, as the sizes of the sample take two seconds of work. */
const picture = await sharp({
  create: { width: 500, height: 500, channels: 3, background: '#888888' },
})
  .jpeg()
  .toBuffer();

function send(bytes: Uint8Array, field = 'file') {
  const body = new FormData();
  body.append(field, new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' }), 'coach.jpg');
  const url = `${server.url}/api/admin/site/portrait`;
  return fetch(url, { method: 'PUT', headers: admin, body });
}

test('a portrait is on the pages at once, in its sizes, for ever; removing it takes it off', async () => {
  expect(await (await get('/about')).text()).not.toContain('<picture');
  const response = await send(picture);
  expect(response.status).toBe(200);
  const { facts, version } = (await response.json()) as AdminFacts;
  const key = facts.coach.portrait.file;
  const html = await (await get('/about')).text();
  expect(html).toContain(`/portrait/${key}-480.avif 480w`);
  for (const [name, type] of [
    [`${key}-96.avif`, 'image/avif'],
    [`${key}-960.jpg`, 'image/jpeg'],
  ]) {
    const file = await get(`/portrait/${name}`);
    expect([file.status, file.headers.get('content-type')]).toEqual([200, type]);
    expect(file.headers.get('cache-control')).toContain('immutable');
  }
  for (const name of [`${key}-97.jpg`, `${key}-96.png`, 'x', `${'0'.repeat(24)}-96.jpg`])
    expect((await get(`/portrait/${name}`)).status).toBe(404);

  const body = {
    version,
    facts: {
      coach: {
        ...facts.coach,
        portrait: { ...facts.coach.portrait, focalPoint: { x: 30, y: 20 } },
      },
    },
  };
  const saved = await fetch(`${server.url}/api/admin/site`, {
    method: 'PUT',
    headers: { ...admin, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(saved.status).toBe(200);
  const focused = await get('/about');
  expect(await focused.text()).toContain(':root{--focal:30% 20%}');

  // A copy of the database, as a backup has it, holds the picture.
  const copy = `${server.dataDirectory}/copy.sqlite`;
  const source = openSqlite(server.config.sqlitePath);
  await source.sql.backup(copy);
  await source.close();
  const restored = openSqlite(copy);
  expect(await sqlContentStore(restored).pictureFile(key, 960, 'jpg')).toBeDefined();
  await restored.close();

  const url = `${server.url}/api/admin/site/portrait`;
  expect((await fetch(url, { method: 'DELETE', headers: admin })).status).toBe(200);
  expect(await (await get('/about')).text()).not.toContain('<picture');
  // An earlier version may be restored, so its picture stays.
  expect((await get(`/portrait/${key}-96.jpg`)).status).toBe(200);
});

test.each([
  [
    'a drawing',
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    'file',
    415,
    'not_an_image',
  ],
  ['half a picture', sample.subarray(0, 5000), 'file', 415, 'not_an_image'],
  [
    'a picture of an iPhone',
    Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic'),
    'file',
    415,
    'not_an_image',
  ],
  ['another field', sample, 'picture', 400, 'validation_failed'],
])('%s is rejected, and changes nothing', async (_name, bytes, field, status, code) => {
  const before = await (await fetch(`${server.url}/api/admin/site`, { headers: admin })).json();
  const response = await send(bytes, field);
  expect(response.status).toBe(status);
  expect(await response.json()).toMatchObject({ code });
  expect(await (await fetch(`${server.url}/api/admin/site`, { headers: admin })).json()).toEqual(
    before,
  );
});

test('a picture of an iPhone gets words about HEIC, and how to make a JPEG', async () => {
  const response = await send(Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic'), 'file');
  expect(await response.json()).toMatchObject({
    code: 'not_an_image',
    reason: 'heic',
    message: expect.stringMatching(/HEIC.*JPEG/),
  });
});
