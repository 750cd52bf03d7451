import { hourMs } from '@coachsite/core/kernel';
import en from '@coachsite/ui/content/en/pause.json' with { type: 'json' };
import nl from '@coachsite/ui/content/nl/pause.json' with { type: 'json' };
import { afterAll, beforeAll, expect, test } from 'vitest';
import { json } from '../support/requests.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { sharedSite } from '../support/shared-server.ts';
import { asAdmin } from '../support/signed-in.ts';

const { site } = await sharedSite();

let server: TestServer;
let admin: Readonly<Record<string, string>>;
beforeAll(async () => {
  server = await startTestServer({ site });
  admin = await asAdmin(server);
});
afterAll(() => server.stop());

const day = (ahead: number) =>
  new Date(Date.now() + ahead * 24 * hourMs).toISOString().slice(0, 10);
const pause = (body: object) => fetch(`${server.url}/api/admin/pause`, json(body, admin, 'PUT'));
const page = async (path: string, language: string) =>
  (await fetch(`${server.url}${path}?lang=${language}`)).text();
const long = (date: string, locale: string) =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(date));

test('while the coach is away every promise of a reply mentions it, and is as before afterwards', async () => {
  const until = day(9);
  const mention = {
    nl: nl.contact['reply.title'].replace('{{pauseUntil}}', long(until, 'nl-BE')),
    en: en.contact['reply.title'].replace('{{pauseUntil}}', long(until, 'en-GB')),
  };
  const before = await page('/contact', 'nl');
  expect((await pause({ from: day(0), until })).status).toBe(200);
  for (const language of ['nl', 'en'] as const) {
    expect(await page('/contact', language)).toContain(mention[language]);
    for (const path of ['/', '/about', '/faq', '/thank-you', '/terms']) {
      expect([path, await page(path, language)]).toEqual([
        path,
        expect.stringContaining(long(until, language === 'nl' ? 'nl-BE' : 'en-GB')),
      ]);
    }
  }
  await fetch(`${server.url}/api/admin/pause`, { method: 'DELETE', headers: admin });
  expect(await page('/contact', 'nl')).toBe(before);
});

test('a pause that begins later changes nothing before a message could fall into it', async () => {
  expect((await pause({ from: day(5), until: day(6) })).status).toBe(200);
  expect(await page('/contact', 'nl')).not.toContain(long(day(6), 'nl-BE'));
});
