import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SiteConfig, visitorSite } from '@coachsite/adapters/contract';
import { publishedPosts } from '@coachsite/core/blog';
import { defaultWaitingList } from '@coachsite/core/defaults';
import { languages } from '@coachsite/core/language';
import { describe, expect, test } from 'vitest';
import { storedTotals } from '#ui/src/features/legal/index.ts';
import { createI18n } from '#ui/src/i18n/index.ts';
import { socialCard } from '#ui/src/render/social.ts';
import { blogLocations } from '#ui/src/site/blog-locations.ts';
import { locationsOf } from '#ui/src/site/locations.ts';
import { pageById, pages } from '#ui/src/site/pages.ts';
import { policyVersion } from '#ui/src/site/policy-version.ts';
import { realArticles } from '../support/articles.ts';
import { siteConfig as site } from '../support/site-config.ts';

/**
 * What the law requires of texts and facts. Source: docs/law-and-search.md#A, docs/law-and-search.md#B,
 * docs/law-and-search.md#C, docs/law-and-search.md#D.
 */
const root = join(import.meta.dirname, '../..');
const content = join(root, 'ui/content');
const read = (path: string) => JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>;
const textsOf = (language: string) =>
  Object.fromEntries(
    readdirSync(join(content, language)).map((name) => [
      name.replace('.json', ''),
      read(join(content, language, name)),
    ]),
  );

const { name, ...others } = site;

describe('the site configuration', () => {
  test('matches its schema', () => {
    expect(SiteConfig.safeParse(site).error).toBeUndefined();
  });

  test('sells nothing before all that the law asks for is there, and names all of it (B4)', () => {
    expect(site.shop.sales).toBe(false);
    const selling = SiteConfig.safeParse({ ...others, name, shop: { sales: true } });
    const [issue, ...more] = selling.error?.issues ?? [];
    expect(issue?.path).toEqual(['shop', 'sales']);
    expect(more).toEqual([]);
    for (const needed of [
      'withdrawal function',
      'legal guarantee, for digital content',
      'order button',
      '30 days',
    ])
      expect(issue?.message).toContain(needed);
  });

  test('gives every claim a basis and a date (A2, C4)', () => {
    for (const { basis, asOf } of site.claims) {
      expect(basis.trim()).not.toBe('');
      expect(asOf).toMatch(/^\d{4}-\d\d-\d\d$/);
    }
    const [first, ...others] = site.claims;
    const { asOf: _asOf, ...undated } = { ...first };
    for (const claims of [[undated, ...others], [{ ...first, value: 'some' }, ...others], others]) {
      const read = SiteConfig.safeParse({ ...site, claims });
      expect(read.error?.issues[0]?.path[0]).toBe('claims');
    }
  });

  test('lets the owner omit the satisfaction of clients, but not give a word as a count (A2)', () => {
    const kept = site.claims.filter(({ id }) => id !== 'satisfaction');
    expect(SiteConfig.safeParse({ ...site, claims: kept }).error).toBeUndefined();
    const vague = { id: 'satisfaction', value: 'high', basis: 'survey', asOf: '2026-01-01' };
    const read = SiteConfig.safeParse({ ...site, claims: [...kept, vague] });
    expect(read.error?.issues[0]?.path[0]).toBe('claims');
  });

  test('says how many months messages are kept: a whole number from 1 to 60 (D32)', () => {
    const read = (messageMonths: unknown) =>
      SiteConfig.safeParse({ ...site, retention: { messageMonths } });
    for (const months of [1, 12, 60]) expect(read(months).success).toBe(true);
    for (const months of [0, 61, 1.5, -1, '12', undefined]) {
      expect(read(months).error?.issues[0]?.path).toEqual(['retention', 'messageMonths']);
    }
  });

  test('has the text of every testimonial in both languages', () => {
    for (const language of languages) {
      const { testimonials } = textsOf(language)['offers'] as {
        testimonials: { entries: Record<string, Record<string, string>> };
      };
      for (const { id } of site.testimonials) {
        expect(Object.keys(testimonials.entries[id] ?? {}).sort()).toEqual([
          'name',
          'result',
          'text',
        ]);
      }
    }
  });

  test('shows no client without consent and a check (A3)', () => {
    const [first] = site.testimonials;
    const real = { ...first, sample: false, consentRef: '' };
    expect(SiteConfig.safeParse({ ...site, testimonials: [real] }).success).toBe(false);
  });
});

const sentences = languages.flatMap((language) => {
  const found: (readonly [string, string])[] = [];
  const walk = (value: unknown, at: string) => {
    if (typeof value === 'string') found.push([at, value]);
    else if (value && typeof value === 'object') {
      for (const [key, inner] of Object.entries(value)) walk(inner, `${at}.${key}`);
    }
  };
  walk(textsOf(language), language);
  return found;
});
const articles = readdirSync(join(content, 'articles')).map(
  (name) => [name, readFileSync(join(content, 'articles', name), 'utf8')] as const,
);
const everything = [...sentences, ...articles];
const saying = (pattern: RegExp) => everything.filter(([, text]) => pattern.test(text));

describe('no text', () => {
  test.each([
    [
      'uses the title of a care profession (C6)',
      /\bkinesi|\bpsycholo|\btherapeut|\btherapist|physiotherap/i,
    ],
    ['invents urgency (C4)', /nog maar \d|only \d+ left|laatste kans|last chance/i],
    ['reads like an order (B3)', /\b(koop nu|bestel|buy now|add to cart|in winkelmandje)\b/i],
    ['states a claim that the configuration holds (A2)', /\b10\+|\b100 ?%|\b75 ?%/],
  ])('%s', (_what, pattern) => {
    expect(saying(pattern)).toEqual([]);
  });
});

describe('the cookie policy', () => {
  test('shows the date of its version (D9, D10)', () => {
    expect(pageById('cookies').changedOn).toBe(policyVersion);
  });

  test.each(languages)(
    'is archived as shown in %s: another text is another version (D10)',
    (language) => {
      const kept = read(join(content, 'policies', policyVersion, `${language}.json`));
      const { consent, cookies } = textsOf(language);
      const { meta: _meta, ...shown } = cookies ?? {};
      expect({ consent, cookies: shown }).toEqual(kept);
    },
  );
});

describe('the consent text of the notify-me form', () => {
  test.each(languages)(
    'is archived as shown in %s: another text is another version (D40)',
    (language) => {
      const kept = read(
        join(content, 'policies/notify-me', defaultWaitingList.textVersion, `${language}.json`),
      );
      const { notify } = textsOf(language)['programs'] as { notify: Record<string, string> };
      const { title, email, hint, hintArticle, purpose, action } = notify;
      const { follow } = textsOf(language)['blog'] as { follow: Record<string, string> };
      expect({
        title,
        email,
        hint,
        hintArticle,
        purpose,
        action,
        articleTitle: follow['title'],
        articleText: follow['text'],
      }).toEqual(kept);
    },
  );
});

describe('social images', () => {
  const cases = [
    ...pages.filter(({ indexable }) => indexable).flatMap((page) => locationsOf(page)),
    ...blogLocations({ posts: publishedPosts(realArticles(), '9999-12-31'), changedOn: {} }),
  ].flatMap((location) =>
    languages.map((language) => [location.path, language, location] as const),
  );

  test.each(cases)('%s in %s describes what its ticks count', async (_path, language, location) => {
    const i18n = await createI18n(language, textsOf(language) as Parameters<typeof createI18n>[1]);
    const { caption, ticks } = socialCard(i18n, visitorSite(site), location);
    const counted = [ticks.lit, ticks.n].map(String);
    const said = caption.match(/\d+/g) ?? [];
    expect(said.some((number) => counted.includes(number))).toBe(true);
    if (location.page.id === 'cookies') {
      expect(said).toEqual([String(storedTotals.necessary), String(storedTotals.total)]);
    }
  });
});
