import { afterAll, describe, expect, test } from 'vitest';
import { text } from '../../e2e/support/text.ts';
import { installedPackages } from '../../support/debian.ts';
import { addRow } from '../rows.ts';
import { dumps, links } from './support/browsers.ts';
import { seededSite } from './support/site.ts';
import { labelsOf, saidTwice, wordsOfPage, wordsShown } from './support/words.ts';

const { server, locations } = await seededSite();
const needsScripts = locations
  .filter(({ page }) => page.kind === 'application' && !page.hasPlainForm)
  .map(({ path }) => path);
const paths = locations.map(({ path }) => path);

/** What is rightly said twice: the name of the sample coach and the mark beside it, and "die je je hele leven". */
const rightlyTwice = ['Voorbeeld Voorbeeld', 'je je'];

const versions = installedPackages(Object.keys(dumps));
afterAll(() => {
  for (const [name, version] of versions) {
    const outcome = `${paths.length} pages in both languages: each word and each label, and each word apart`;
    addRow({ name: `${name}, pages`, version, outcome });
  }
});

describe.each(Object.entries(dumps))('%s', (browser, dump) => {
  describe.each(['nl', 'en'] as const)('in %s', (language) => {
    test.each(paths)('shows all of %s, with its words apart', async (path) => {
      const url = `${server.url}${path}?lang=${language}`;
      const html = await (await fetch(url)).text();
      const shown = await dump(url);
      expect([...wordsShown(shown)].sort()).toEqual([...wordsOfPage(html)].sort());
      expect(saidTwice(shown).filter((said) => !rightlyTwice.includes(said))).toEqual([]);
      expect(shown).not.toContain('Hidden links');
      const lines = shown.replaceAll(/\s+/g, ' ');
      const field = browser === 'lynx' ? ' ___' : ' ?\\[ ';
      for (const label of labelsOf(html)) expect(lines).toMatch(new RegExp(`${label}${field}`));
    });

    test.each(needsScripts)('says first of %s that it needs scripts', async (path) => {
      const shown = await dump(`${server.url}${path}?lang=${language}`);
      const [said, asked] = ['needsScript', 'startFailed'].map((key) =>
        shown.indexOf(text(language, `layout:${key}.title`)),
      );
      expect(said).toBeGreaterThan(0);
      expect(asked).toBeGreaterThan(said ?? 0);
    });
  });
});

test.each(Object.entries(dumps))(
  '%s shows what the drawing of a missing page says',
  async (_, dump) => {
    expect(await dump(`${server.url}/nowhere`)).toMatch(/^ *404$/m);
  },
);

test('a link of a page leads to a page or a file, or away by a safe connection', async () => {
  const odd = [];
  const seen = new Set<string>();
  for (const path of paths) {
    for (const link of await links(`${server.url}${path}`)) seen.add(link.replace(/#.*/, ''));
  }
  for (const link of seen) {
    if (/^(?:mailto:\S+@|tel:\+\d|https:\/\/)/.test(link)) continue;
    const { status } = await fetch(link);
    if (status !== 200) odd.push(`${status} ${link}`);
  }
  expect(odd).toEqual([]);
});
