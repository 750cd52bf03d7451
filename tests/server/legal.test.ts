import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defaultRetention } from '@coachsite/core/defaults';
import { dayMs } from '@coachsite/core/kernel';
import { expect, test } from 'vitest';
import { readableEmailMs } from '#core/src/security-log/pseudonym.ts';
import { visibleText } from '../support/page-content.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { sharedSite } from '../support/shared-server.ts';

/**
 * What the law requires of pages, read without scripts. Source: docs/law-and-search.md#B, docs/law-and-search.md#C,
 * docs/law-and-search.md#D.
 */
const { site, server } = await sharedSite();

const languages = ['nl', 'en'] as const;
const content = join(import.meta.dirname, '../../ui/content');
const read = (path: string): unknown => JSON.parse(readFileSync(join(content, path), 'utf8'));
const page = async (path: string, language: string) =>
  (await fetch(`${server.url}${path}?lang=${language}`)).text();
const documents = site.prerender.locations.filter(({ page: { kind } }) => kind === 'document');

test('every page leads to the policies, to the cookie settings and to an e-mail address (B1, B2, D7)', async () => {
  for (const { path } of documents) {
    for (const language of languages) {
      const html = await page(path, language);
      const footer = html.slice(html.lastIndexOf('<footer'));
      for (const link of ['/privacy', '/terms', '/cookies', `mailto:${server.config.site.email}`]) {
        expect([path, footer.includes(`href="${link}"`)]).toEqual([path, true]);
      }
      expect(footer).toContain('data-consent-settings');
    }
  }
});

test('no page loads anything from elsewhere or frames another site (B8, D1, D55)', async () => {
  for (const { path } of [...documents, { path: '/auth' }]) {
    const html = await page(path, 'nl');
    expect(html).not.toMatch(/<iframe|<embed|<object/);
    const loaded = [...html.matchAll(/<(?:script|img|source|video)[^>]* src(?:set)?="([^"]*)"/g)];
    const linked = [
      ...html.matchAll(
        /<link(?=[^>]*rel="(?:stylesheet|preload|icon|manifest|preconnect)")[^>]* href="([^"]*)"/g,
      ),
    ];
    for (const [, url = ''] of [...loaded, ...linked]) expect(url).toMatch(/^\//);
  }
});

test('the way to the scheduling page is a link that says whose page it opens (B8)', async () => {
  const { bookingUrl } = server.config;
  const links = (await page('/', 'nl'))
    .match(/<a [^>]*>/g)
    ?.filter((tag) => tag.includes(bookingUrl));
  expect(links?.length).toBeGreaterThan(0);
  for (const link of links ?? []) {
    expect(link).toContain('rel="noopener"');
    expect(link).toContain(new URL(bookingUrl).host);
  }
});

test('wherever there are testimonials, a sentence says whether they were checked (C1, C5)', async () => {
  for (const language of languages) {
    const { notice } = (
      read(`${language}/offers.json`) as {
        testimonials: { notice: { checked: string; results: string } };
      }
    ).testimonials;
    for (const { path } of documents) {
      const html = await page(path, language);
      if (!html.includes('<blockquote')) continue;
      const text = visibleText(html);
      expect([path, text.includes(notice.checked)]).toEqual([path, true]);
      expect(text).toContain(notice.results);
    }
  }
});

test('near results and figures every page says, in its own language, that both are no promise (C5)', async () => {
  const said = {
    nl: ['Resultaten verschillen van persoon tot persoon', 'geen medisch advies'],
    en: ['Results vary from person to person', 'not medical advice'],
  };
  for (const language of languages) {
    const [results = '', medical = ''] = said[language];
    for (const path of ['/testimonials', '/services', '/blog', '/blog/5-afvalfouten']) {
      const text = visibleText(await page(path, language));
      expect([path, language, text.includes(results)]).toEqual([path, language, true]);
    }
    for (const path of ['/blog', '/blog/5-afvalfouten']) {
      expect(visibleText(await page(path, language))).toContain(medical);
    }
  }
});

test('the contact form says why and how long, warns for medical details and asks no consent (D30, D31)', async () => {
  for (const language of languages) {
    const form = /<form[\s\S]*?<\/form>/.exec(await page('/contact', language))?.[0] ?? '';
    expect(form).not.toContain('type="checkbox"');
    expect(form).toMatch(language === 'nl' ? /medische gegevens/ : /medical details/);
    expect(form).toContain('href="/privacy"');
  }
});

test('the privacy policy names the terms that the clean-up keeps (D32, D42, D53)', async () => {
  const days = (ms: number) => ms / dayMs;
  expect(server.config.site.retention.messageMonths).toBe(12);
  expect(days(defaultRetention.consents)).toBe(3 * 365);
  const terms = {
    nl: ['12 maanden', '3 jaar', `${days(defaultRetention.unconfirmedInterests)} dagen`],
    en: ['12 months', '3 years', `${days(defaultRetention.unconfirmedInterests)} days`],
  };
  for (const language of languages) {
    const unit = language === 'nl' ? 'dagen' : 'days';
    const { securityEvents, clientErrors, mails, failures, sessions } = defaultRetention;
    const kept = [securityEvents, clientErrors, mails, failures, sessions, readableEmailMs];
    const text = visibleText(await page('/privacy', language));
    for (const term of [...terms[language], ...kept.map((ms) => `${days(ms)} ${unit}`)]) {
      expect(text).toContain(term);
    }
  }
});

test('the policy lists who else handles data, as it is configured (D52)', async () => {
  const provider = {
    name: 'work',
    issuer: 'https://id.example.org',
    clientId: 'a',
    clientSecret: 'b',
  };
  const captcha = { provider: 'turnstile', secret: 's', siteKey: 'k' };
  const env = {
    ANALYTICS_ID: 'G-TEST12345',
    OAUTH_PROVIDERS: JSON.stringify([provider]),
    CAPTCHA: JSON.stringify(captcha),
  };
  const policy = async (at: TestServer) =>
    visibleText(await (await fetch(`${at.url}/privacy?lang=en`)).text());
  const bare = await policy(server);
  const full = await startTestServer({ site, env });
  try {
    const listed = await policy(full);
    for (const name of ['Google Ireland', 'Turnstile', 'work']) expect(listed).toContain(name);
    for (const name of ['Google Ireland', 'Turnstile']) expect(bare).not.toContain(name);
    expect(bare).toContain(new URL(server.config.bookingUrl).host);
  } finally {
    await full.stop();
  }
});

test('banner and cookie policy name Google Analytics only where it is used, as a version of its own (D3, D10)', async () => {
  const measuring = await startTestServer({ site, env: { ANALYTICS_ID: 'G-TEST12345' } });
  const shown = async (at: TestServer, language: string) => {
    const html = await (await fetch(`${at.url}/cookies?lang=${language}`)).text();
    const banner = html.slice(html.indexOf('data-consent='), html.indexOf('id="consent-panel"'));
    return { html, firstLayer: visibleText(`<p ${banner}`) };
  };
  try {
    for (const language of languages) {
      const [without, having] = [await shown(server, language), await shown(measuring, language)];
      expect(having.firstLayer).toContain('Google Analytics');
      expect(having.html).toContain('data-policy="2026-11-29-analytics"');
      expect(visibleText(having.html)).toContain('_ga');
      expect(without.firstLayer.length).toBeGreaterThan(50);
      expect(without.html).toContain('data-policy="2026-11-29"');
      expect(visibleText(without.html)).not.toMatch(/Google Analytics|_ga/);
    }
  } finally {
    await measuring.stop();
  }
});
