import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import samples from '@coachsite/ui/content/samples/facts.json' with { type: 'json' };
import { expect, test } from 'vitest';
import { readPage } from '../support/html.ts';
import { visibleText } from '../support/page-content.ts';
import { seedSite } from '../support/seeded-site.ts';
import { sharedServer, sharedSite } from '../support/shared-server.ts';
import { siteConfig } from '../support/site-config.ts';

/* What a newcomer sees after `npm run seed`: all that a page shows of the owner's facts, marked as samples. */

const dataDirectory = mkdtempSync(join(tmpdir(), 'coachsite-'));
await seedSite(dataDirectory);
const { site } = await sharedSite();
const { url, config } = await sharedServer({ site, dataDirectory });

const htmlOf = async (path: string, language: string) =>
  (await fetch(`${url}${path}?lang=${language}`)).text();

test('no fact that pages leave out while it is missing is missing, but for who the business is', () => {
  const { coach, phone, openingPromise, prices } = config.site;
  expect(config.site.placeholders).toEqual(['name', 'bookingUrl']);
  for (const value of [...Object.values(coach), phone, openingPromise]) expect(value).toBeTruthy();
  expect(coach.portrait.file).not.toBe('');
  expect(Object.keys(prices)).toHaveLength(4);
  expect([...config.site.samples].sort()).toEqual(Object.keys(samples).sort());
  // The law asks who that is, so nobody may be invented.
  expect(config.site.company).toEqual(siteConfig.company);
});

test.each([
  ['nl', 'Voorbeeld', 'Coach, links en prijzen zijn voorbeelden.'],
  ['en', 'Sample', 'Coach, links and prices here are samples.'],
])(
  'the home page has the reviews and Instagram, marked as samples (%s)',
  async (language, mark, note) => {
    const html = await htmlOf('/', language);
    expect(html).toContain(`href="${samples.googleReviewsUrl}"`);
    expect(html).toContain(`href="${samples.instagram.url}"`);
    const text = visibleText(html);
    expect(text).toContain(samples.instagram.handle);
    expect(text).toContain(note);
    const beside = html.slice(html.indexOf(samples.googleReviewsUrl)).slice(0, 700);
    expect(visibleText(beside)).toContain(mark);
  },
);

test('search engines are told nothing of samples ', async () => {
  const graph = readPage(await htmlOf('/', 'nl')).structuredData ?? '';
  expect(graph).toContain('"Organization"');
  for (const said of ['sameAs', 'telephone', 'voorbeeld.example', 'Sam Voorbeeld'])
    expect(graph).not.toContain(said);
});

test('what a sample leads to belongs to nobody', () => {
  for (const link of [samples.googleReviewsUrl, samples.instagram.url])
    expect(new URL(link).hostname).toMatch(/\.example$/);
});
