import { createInstance, type Resource } from 'i18next';
import { describe, expect, test } from 'vitest';
import { createInstance as createBrowserInstance } from '../../ui/src/i18n/i18next-browser.ts';

const files = import.meta.glob<object>('../../ui/content/{nl,en}/*.json', {
  import: 'default',
  eager: true,
});

/** The key of every text, and of every list and group of texts, below one. */
function keysOf(texts: unknown, path: string): readonly string[] {
  if (typeof texts !== 'object' || texts === null) return [path];
  const below = Object.entries(texts).flatMap(([key, one]) =>
    keysOf(one, path ? `${path}.${key}` : key),
  );
  return path ? [path, ...below] : below;
}

const resourcesOf = (language: string) =>
  Object.fromEntries(
    Object.entries(files)
      .filter(([path]) => path.includes(`/content/${language}/`))
      .map(([path, texts]) => [path.replace(/^.*\/|\.json$/g, ''), texts]),
  );

const engines = { i18next: createInstance, 'the part of it for browsers': createBrowserInstance };

async function start(engine: keyof typeof engines, language: string, resources: object) {
  const i18n = engines[engine]();
  await i18n.init({
    lng: language,
    fallbackLng: false,
    ns: Object.keys(resources),
    defaultNS: 'common',
    resources: { [language]: resources } as Resource,
    interpolation: {
      escapeValue: false,
      defaultVariables: { brand: 'Brand & <Co>', clients: '10+', replyHours: 24 },
    },
    initAsync: false,
  });
  return i18n;
}

type Read = (key: string, options?: object) => unknown;
const readerOf = ({ t }: { readonly t: unknown }) => t as Read;

test.each(['nl', 'en'])(
  'every text in %s reads in browsers as i18next reads it',
  async (language) => {
    const resources = resourcesOf(language);
    const theirs = await start('i18next', language, resources);
    const ours = await start('the part of it for browsers', language, resources);
    const gaps = [...JSON.stringify(resources).matchAll(/\{\{(\w+)\}\}/g)].map(([, gap]) => gap);
    const { count: _, ...words } = Object.fromEntries(gaps.map((gap) => [gap, `<${gap}>`]));
    const ways = [
      words,
      { returnObjects: true, ...words },
      ...[0, 1, 2, 11].map((count) => ({ returnObjects: true, ...words, count })),
    ];
    for (const [name, texts] of Object.entries(resources)) {
      for (const key of keysOf(texts, '')) {
        const plain = `${name}:${key.replace(/_(one|other)$/, '')}`;
        expect([key, ours.exists(`${name}:${key}`)]).toEqual([key, true]);
        const isText =
          typeof readerOf(theirs)(plain, { returnObjects: true, count: 2 }) === 'string';
        for (const way of isText ? ways : ways.slice(1)) {
          expect([plain, way, readerOf(ours)(plain, way)]).toEqual([
            plain,
            way,
            readerOf(theirs)(plain, way),
          ]);
        }
      }
    }
  },
);

const nl = {
  common: { title: 'Dag {{name}}', again: 'Opnieuw', list: ['{{brand}}', { text: 'a' }] },
  shop: { title: 'Winkel', count_one: '{{count}} programma', count_other: "{{count}} programma's" },
};

describe.each(Object.keys(engines) as (keyof typeof engines)[])('%s', (engine) => {
  const create = () => start(engine, 'nl', nl);

  test('a key without a namespace is one of the common texts', async () => {
    const i18n = await create();
    expect(readerOf(i18n)('title', { name: 'An' })).toBe('Dag An');
    expect(readerOf(i18n)('shop:title')).toBe('Winkel');
    expect(i18n.exists('title')).toBe(true);
    expect(i18n.exists('shop:again')).toBe(false);
  });

  test('a key without a text answers itself', async () => {
    const read = readerOf(await create());
    expect([read('no.such'), read('shop:no.such'), read('title.more')]).toEqual([
      'no.such',
      'no.such',
      'title.more',
    ]);
  });

  test('what fills a gap stays as it is: it is no text with gaps, and no pattern', async () => {
    const read = readerOf(await create());
    for (const name of ['$& $1', '<b>', '0', ' ', '&amp;'])
      expect(read('title', { name })).toBe(`Dag ${name}`);
    expect(read('title', { name: 0 })).toBe('Dag 0');
    expect(read('list', { returnObjects: true })).toEqual(['Brand & <Co>', { text: 'a' }]);
  });

  test('a number chooses between one and several', async () => {
    const read = readerOf(await create());
    expect(read('shop:count', { count: 1 })).toBe('1 programma');
    expect(read('shop:count', { count: 0 })).toBe("0 programma's");
  });

  test('texts of another language come later, and the change is told until nobody asks', async () => {
    const i18n = await create();
    const told: string[] = [];
    const listen = (language: string) => void told.push(language);
    i18n.on('languageChanged', listen);
    expect(i18n.hasResourceBundle('en', 'common')).toBe(false);
    i18n.addResourceBundle('en', 'common', { title: 'Hello {{name}}' });
    expect(i18n.hasResourceBundle('en', 'common')).toBe(true);
    const dutch = i18n.getFixedT('nl', 'common') as unknown as Read;
    const shown = i18n.getFixedT(null, 'common') as unknown as Read;
    await i18n.changeLanguage('en');
    i18n.off('languageChanged', listen);
    expect([i18n.language, told]).toEqual(['en', ['en']]);
    expect([dutch('title', { name: 'An' }), shown('title', { name: 'An' })]).toEqual([
      'Dag An',
      'Hello An',
    ]);
    await i18n.changeLanguage('nl');
    expect(told).toEqual(['en']);
  });
});
