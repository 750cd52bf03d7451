import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { articleText } from '@coachsite/adapters/articles';
import { countWords, publishedPosts } from '@coachsite/core/blog';
import { programs } from '@coachsite/core/catalogue';
import { describe, expect, test } from 'vitest';
import { createI18n, type Language } from '#ui/src/i18n/index.ts';
import { pageMeta } from '#ui/src/layout/page-meta.ts';
import { blogLocations } from '#ui/src/site/blog-locations.ts';
import { locationsOf } from '#ui/src/site/locations.ts';
import { pages } from '#ui/src/site/pages.ts';
import { realArticles } from '../support/articles.ts';
import { weightLossFigures } from '../support/weight-loss-figures.ts';

const content = join(import.meta.dirname, '../../ui/content');
const languages = ['nl', 'en'] as const satisfies readonly Language[];

type Json = string | readonly Json[] | { readonly [key: string]: Json };

const read = (path: string) => JSON.parse(readFileSync(join(content, path), 'utf8')) as Json;
const namespaces = readdirSync(join(content, 'nl')).map((file) => file.replace(/\.json$/, ''));
const textsOf = (language: Language) =>
  Object.fromEntries(namespaces.map((name) => [name, read(`${language}/${name}.json`)]));

/** The keys of a text file; lists may differ in length, not in shape. */
function keysOf(json: Json, path = ''): readonly string[] {
  if (typeof json === 'string') return [path];
  if (Array.isArray(json)) return [...new Set(json.flatMap((item) => keysOf(item, `${path}[]`)))];
  return Object.entries(json)
    .flatMap(([key, value]) => keysOf(value, `${path}.${key}`))
    .sort();
}

/** Every text with its path. */
function sentencesOf(json: Json, path: string): readonly (readonly [string, string])[] {
  if (typeof json === 'string') return [[path, json]];
  if (typeof json !== 'object') return [];
  return Object.entries(json).flatMap(([key, value]) => sentencesOf(value, `${path}.${key}`));
}

const articles = realArticles();

const everySentence = [
  ...languages.flatMap((language) => sentencesOf(textsOf(language), language)),
  ...articles.flatMap((article) =>
    sentencesOf(article as unknown as Json, `articles/${article.slug}.${article.language}`),
  ),
];

const sentencesWith = (pattern: RegExp) => everySentence.filter(([, text]) => pattern.test(text));

describe('the texts of both languages', () => {
  test('both have the same files', () => {
    const english = readdirSync(join(content, 'en')).map((file) => file.replace(/\.json$/, ''));
    expect(english).toEqual(namespaces);
  });

  test.each(namespaces)('%s has the same keys', (name) => {
    expect(keysOf(read(`en/${name}.json`))).toEqual(keysOf(read(`nl/${name}.json`)));
  });

  test('no text is empty', () => {
    expect(everySentence.filter(([, text]) => text.trim() === '')).toEqual([]);
  });

  /** Wordings that are archived by version, and texts that leave the site as plain text. */
  const isKept = (path: string) =>
    /^(?:nl|en)\.(?:consent|cookies|privacy|terms|programs|mails|text-messages|problems|failures|reply)\b/.test(
      path.replace('/', '.'),
    ) || path.startsWith('articles/');

  test('a number stays on one line with its unit', () => {
    const broken = sentencesWith(
      /\d (?:uur|minuten|minuut|dagen|weken|kg|kcal|hours?|minutes?|days|weeks|stappen|steps|%)(?!\p{L})/u,
    ).filter(([path]) => !isKept(path));
    expect(broken).toEqual([]);
  });

  test('apostrophes are curly, but in words that the specification or the contract fixes', () => {
    const fixed = [
      "This page doesn't exist",
      "doesn't exist",
      "You don't have permission to access this page.",
      "Trainingsprogramma's",
      // Text messages are sent in an alphabet without curly ones.
      "Don't share it with anyone.",
    ];
    const straight = sentencesWith(/\p{L}'\p{L}|\p{L}' /u).filter(
      ([, text]) => !fixed.some((words) => text.includes(words)),
    );
    expect(straight).toEqual([]);
  });

  test('an error is a sentence, and ends as one', () => {
    const isError = (path: string) =>
      /\.(?:errors|formError|emailReason|reasons|problems|testErrors)\.|(?:Invalid|[.](?:missing|wrong|invalid|tooLarge))$/.test(
        path,
      );
    /** Titles, labels, lists of reasons, and what the specification fixes. */
    const others = [
      /^(?:nl|en)\.admin\.errors\./,
      /^(?:nl|en)\.admin-setup\.errors\.wrong$/,
      /^(?:nl|en)\.auth\.formError\.(?:titles\.|attempts$)/,
      /^(?:nl|en)\.contact\.errors\.title$/,
      /^en\.common\.emailReason\./,
      /^(?:nl|en)\.(?:layout\.footer|legal)\.missing$/,
      /^(?:nl|en)\.problems\.(?:invalid_email|weak_password|passwordFeedback\.\w+|not_a_pdf)$/,
    ];
    const errors = everySentence.filter(
      ([path]) => isError(path) && !others.some((other) => other.test(path)),
    );
    expect(errors.length).toBeGreaterThan(200);
    expect(errors.filter(([, text]) => !/[.?]$/.test(text))).toEqual([]);
  });
});

describe('forbidden words in the texts', () => {
  test.each([
    ['the prices of old products', /\b(?:19|29|14|49)[.,]99\b|\b14[.,]98\b/],
    ['a price at all', /€|\beuro\b/i],
    ['a protected title', /di[eëé]t(?:ist|i[ct]i|[eé]t)|nutritionist/i],
    ['a guarantee', /gegarandeerd|garantie|guarantee/i],
    ['a promise to heal', /\bgenees|\bgenezen|\bcures?\b|\bheals?\b/i],
    ['the closed dispute platform', /ec\.europa\.eu\/consumers\/odr/i],
    ['filler', /lorem ipsum|\bTODO\b/i],
  ])('%s', (_, pattern) => {
    expect(sentencesWith(pattern)).toEqual([]);
  });
});

describe('titles and descriptions', () => {
  const posts = publishedPosts(articles, '9999-12-31');
  const locations = [
    ...pages.flatMap((page) => locationsOf(page)),
    ...blogLocations({ posts, changedOn: {} }),
  ];

  test('are there, short enough for search results, and unique per page and language', async () => {
    const seen = new Map<string, string>();
    const wrong: string[] = [];
    for (const language of languages) {
      const i18n = await createI18n(language, textsOf(language));
      for (const location of locations) {
        const here = `${language} ${location.path}`;
        const { title, description, image } = pageMeta(i18n, location);
        if (title.length > 60) wrong.push(`${here}: title of ${title.length}`);
        if (description.length > 155) wrong.push(`${here}: description of ${description.length}`);
        if (location.page.indexable && image.includes('meta.')) wrong.push(`${here}: ${image}`);
        for (const text of [title, description]) {
          if (text.includes('meta.') || text.includes('{{')) wrong.push(`${here}: ${text}`);
          const other = seen.get(text);
          if (other) wrong.push(`${here}: the same as ${other}: ${text}`);
          seen.set(text, here);
        }
      }
    }
    expect(wrong).toEqual([]);
  });
});

describe('the programs', () => {
  test.each(languages)('each lists four features in %s', (language) => {
    const items = (read(`${language}/programs.json`) as { items: Record<string, Json> }).items;
    expect(Object.keys(items).sort()).toEqual(programs.map(({ id }) => id).sort());
    for (const item of Object.values(items)) {
      expect((item as { features: Json[] }).features).toHaveLength(4);
    }
  });
});

describe('the first article', () => {
  const [first] = articles.filter(({ slug }) => slug === '5-afvalfouten');
  const dutch = new Intl.NumberFormat('nl-BE');
  const text = first ? articleText(first) : '';

  test('is dated 17 September 2024, in Dutch only, and takes 5 minutes', () => {
    expect(first).toMatchObject({ language: 'nl', publishedOn: '2024-09-17', minutes: 5 });
    expect(articles.filter(({ slug }) => slug === '5-afvalfouten')).toHaveLength(1);
  });

  test('keeps the anchors of its five mistakes', () => {
    expect(first?.sections.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5].map((n) => `fout-${n}`));
  });

  test('contains the figures of the specification, and draws them', () => {
    const {
      deficitKcalPerDay: deficit,
      stepsPerDay: steps,
      lossKgPerWeek: loss,
    } = weightLossFigures;
    expect(text).toContain(`${deficit.from} tot ${deficit.to} kilocalorieën per dag`);
    expect(text).toContain('hoogstens één keer per week');
    expect(text).toContain(`${dutch.format(steps.from)} tot ${dutch.format(steps.to)} stappen`);
    expect(text).toContain('Een halve tot één kilo per week');
    expect(text).toContain('minstens drie maanden');
    const drawn = first?.sections.flatMap(({ blocks }) =>
      blocks.flatMap((block) => (block.kind === 'figure' ? [block.drawing] : [])),
    );
    expect(drawn).toMatchObject([
      { kind: 'zone', ...deficit },
      { kind: 'days', marks: [3] },
      { kind: 'zone', ...steps },
      { kind: 'pace', ...loss },
      { kind: 'row', n: 13, marks: [13] },
    ]);
  });
});

describe('every article', () => {
  test.each(articles.map((article) => [article.slug, article.language, article] as const))(
    '%s in %s has 900 to 1,400 words',
    (_slug, _language, article) => {
      const words = countWords(articleText(article));
      expect(words).toBeGreaterThanOrEqual(900);
      expect(words).toBeLessThanOrEqual(1400);
    },
  );

  test.each(languages)(
    'ends in %s with what is no medical advice, and that results differ',
    (language) => {
      const { health } = textsOf(language)['blog-post'] as { health: string };
      expect(health).toMatch(/geen medisch advies|not medical advice/);
      expect(health).toMatch(/Resultaten verschillen|Results vary/);
    },
  );
});

describe('while the coach is away', () => {
  /** The text at a key such as `sections.4.body.0`. */
  const at = (json: Json, key: string): Json | undefined =>
    key.split('.').reduce<Json | undefined>((part, name) => {
      if (part === undefined || typeof part === 'string') return undefined;
      return (part as Readonly<Record<string, Json>>)[name];
    }, json);

  test.each(languages)(
    '%s: every text that promises a reply has one that mentions the pause',
    (language) => {
      const texts = textsOf(language);
      const ofPause = texts['pause'] as Readonly<Record<string, Readonly<Record<string, string>>>>;
      const replaced = Object.entries(ofPause).flatMap(([name, keys]) =>
        Object.keys(keys).map((key) => `${name}.${key}`),
      );
      for (const [name, keys] of Object.entries(ofPause)) {
        for (const key of Object.keys(keys)) {
          expect([name, key, typeof at(texts[name] ?? {}, key)]).toEqual([name, key, 'string']);
        }
      }
      // The admin area counts the time itself, and social images are drawn at build.
      const promises = namespaces
        .filter((name) => !['admin', 'pause'].includes(name))
        .flatMap((name) => sentencesOf(texts[name] ?? {}, name))
        .filter(([, text]) => /\{\{(reply|usual)Hours\}\}/.test(text))
        .map(([path]) => path.replaceAll(/\[(\d+)\]/g, '.$1'))
        .filter((path) => !path.endsWith('meta.image'));
      expect(promises.filter((path) => !replaced.includes(path))).toEqual([]);
    },
  );
});
