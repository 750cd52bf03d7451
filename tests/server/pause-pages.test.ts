import { hourMs } from '@coachsite/core/kernel';
import en from '@coachsite/ui/content/en/pause.json' with { type: 'json' };
import nl from '@coachsite/ui/content/nl/pause.json' with { type: 'json' };
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readPage } from '../support/html.ts';
import { pngSize, visibleText } from '../support/page-content.ts';
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
/** A day as pages write it: with its year where that is not the one of today. */
const long = (date: string, locale: string) =>
  new Intl.DateTimeFormat(locale, {
    day: 'numeric',
    month: 'long',
    ...(date.startsWith(day(0).slice(0, 4)) ? {} : { year: 'numeric' }),
    timeZone: 'UTC',
  })
    .format(new Date(date))
    .replaceAll(' ', '\u00a0');

test('while the coach is away every promise of a reply mentions it, and is as before afterwards', async () => {
  const until = day(9);
  const title = {
    nl: nl.contact['reply.title'].replace('{{pauseUntil}}', long(until, 'nl-BE')),
    en: en.contact['reply.title'].replace('{{pauseUntil}}', long(until, 'en-GB')),
  };
  const before = await page('/contact', 'nl');
  expect((await pause({ from: day(0), until })).status).toBe(200);
  for (const language of ['nl', 'en'] as const) {
    expect(await page('/contact', language)).toContain(title[language]);
    for (const path of ['/', '/about', '/faq', '/thank-you', '/terms']) {
      expect([path, await page(path, language)]).toEqual([
        path,
        expect.stringContaining(long(until, language === 'nl' ? 'nl-BE' : 'en-GB')),
      ]);
    }
  }
  // Questions of the owner's own are in another order, and promise a reply too.
  const faq = '## A\n\n### B {#reply}\nBinnen {{usualHours}} uur.\n\n### C\nD';
  const facts = { texts: { faq: { nl: faq, en: faq } } };
  const site = `${server.url}/api/admin/site`;
  expect((await fetch(site, json({ facts }, admin, 'PUT'))).status).toBe(200);
  expect(await page('/faq', 'nl')).toContain(long(until, 'nl-BE'));
  expect(await page('/faq', 'nl')).not.toContain('Binnen');
  await fetch(`${site}/versions/0/restore`, { method: 'POST', headers: admin });
  await fetch(`${server.url}/api/admin/pause`, { method: 'DELETE', headers: admin });
  expect(await page('/contact', 'nl')).toBe(before);
});

/** Hours of the promise that occur in no other text, so that each place that promises shows. */
const [usual, promised] = [13, 47];
const hasHours = (hours: number) => new RegExp(`\\b${hours}(?: |\u00a0)*(?:h|uur|hours?)\\b`);
const mention = /vakantie|terugkeer|daarna|time off|my return|after that/i;

/** What a page says: its text, and each attribute and each text of its structured data apart. */
const saidOn = (html: string) => [
  visibleText(html),
  ...[...html.matchAll(/ (?:content|aria-label|alt|title)="([^"]*)"/g)].map(
    ([, text = '']) => text,
  ),
  ...(readPage(html).structuredData?.split(/(?<=[^\\])",/) ?? []),
];

/** Texts of a page that promise a reply after a usual number of hours, or within the most without naming the pause. */
function promisesOf(html: string): readonly string[] {
  const said = saidOn(html);
  const atMost = new RegExp(`.{0,160}${hasHours(promised).source}.{0,160}`, 'g');
  return [
    ...said.flatMap((text) => hasHours(usual).exec(text)?.[0] ?? []),
    ...said.flatMap((text) => text.match(atMost) ?? []).filter((text) => !mention.test(text)),
  ];
}

/** How many drawings light the usual hours of all that are promised. */
function litDrawings(html: string): number {
  const ticks = (text = '') => text.match(/[Mm](?=[\d.-])/g)?.length ?? 0;
  return [...html.matchAll(/<svg[^>]*class="(?:dial|ruler)[^>]*>(.*?)<\/svg>/gs)].filter(
    ([, drawing = '']) => {
      const [off = '', on = ''] = drawing.split('"t-on"').map((part) => part);
      return drawing.includes('"t-on"') && drawing.includes('"t-off"')
        ? [off, on]
            .map((part) => ticks(part))
            .sort()
            .join() === [usual, promised - usual].join()
        : false;
    },
  ).length;
}

test('no text, drawing or image of any page promises a reply as usual while the coach is away', async () => {
  const facts = `${server.url}/api/admin/site`;
  const { version, facts: before } = await (await fetch(facts, { headers: admin })).json();
  const hours: Readonly<Record<string, string>> = {
    'usual-reply': `${usual} h`,
    'reply-within': `${promised} h`,
  };
  const claims = before.claims.map((claim: { id: string; value: string }) => ({
    ...claim,
    value: hours[claim.id] ?? claim.value,
  }));
  const changed = { version, facts: { ...before, claims } };
  expect((await fetch(facts, json(changed, admin, 'PUT'))).status).toBe(200);

  const promising = async () => {
    const found: string[] = [];
    for (const { path } of site.prerender.locations) {
      for (const language of ['nl', 'en']) {
        const html = await page(path, language);
        const texts = promisesOf(html);
        if (texts.length > 0) found.push(`${path} in ${language}: ${texts.join(' | ')}`);
        if (litDrawings(html) > 0) found.push(`${path} in ${language}: a drawing`);
      }
    }
    return found;
  };
  const places = await promising();
  const pages = new Set(places.map((place) => place.split(' ', 1)[0]));
  expect(pages.size).toBeGreaterThan(10);
  for (const path of ['/', '/about', '/contact'])
    expect(places).toContain(`${path} in nl: a drawing`);

  expect((await pause({ from: day(0), until: day(9) })).status).toBe(200);
  expect(await promising()).toEqual([]);

  for (const language of ['nl', 'en'] as const) {
    const at = (path: string) => fetch(server.url + path).then((response) => response.bytes());
    const html = await page('/contact', language);
    const image = /property="og:image" content="[^"]*(\/social\/[^"]*)"/.exec(html)?.[1] ?? '';
    expect(image).toBe(`/social/contact-${language}-away.png`);
    expect(readPage(html).structuredData).toContain(image);
    const away = await at(image);
    expect(pngSize(away)).toEqual({ width: 1200, height: 630 });
    // Who kept the usual path gets the same; afterwards it promises again.
    expect(Buffer.compare(await at(`/social/contact-${language}.png`), away)).toBe(0);
    await fetch(`${server.url}/api/admin/pause`, { method: 'DELETE', headers: admin });
    expect(Buffer.compare(await at(`/social/contact-${language}.png`), away)).not.toBe(0);
    expect((await pause({ from: day(0), until: day(9) })).status).toBe(200);
  }
});

test('in English the last day of a pause is meant whole, as in Dutch', () => {
  const texts = (of: Readonly<Record<string, Readonly<Record<string, string>>>>) =>
    Object.values(of)
      .flatMap((page) => Object.values(page))
      .filter((text) => text.includes('{{pauseUntil}}'));
  expect(texts(en).filter((text) => !/the end of \{\{pauseUntil\}\}/.test(text))).toEqual([]);
  expect(texts(nl).filter((text) => !/tot en met \{\{pauseUntil\}\}/i.test(text))).toEqual([]);
});

test('a pause that begins later changes nothing before a message could fall into it', async () => {
  expect((await pause({ from: day(5), until: day(6) })).status).toBe(200);
  expect(await page('/contact', 'nl')).not.toContain(long(day(6), 'nl-BE'));
});
