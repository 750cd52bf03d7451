import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isArticleSlug } from '@coachsite/core/blog';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  asDraft,
  bodyStart,
  frontValue,
  isDraft,
  nameIn,
  slugOf,
  withFront,
} from '#ui/src/features/admin/articles/front-matter.ts';
import { articlesFolder } from '../support/articles.ts';

const text = [
  '---',
  'title: "Met een : dubbelpunt"',
  'date: 2026-12-01 # een dinsdag',
  'notice:',
  '  title: A title of its own',
  '---',
  'title: geen waarde',
  '---',
  'Slot.',
  '',
].join('\n');

/** The articles that come with the site. */
const files = readdirSync(articlesFolder).map((file) =>
  readFileSync(join(articlesFolder, file), 'utf8'),
);

const name = fc.constantFrom('title', 'date', 'draft', 'updated', 'lead');
const word = fc.string().map((typed) => JSON.stringify(typed));

describe('the front matter of a text', () => {
  it('is read as it is meant, and only between the first two lines of dashes', () => {
    expect(frontValue(text, 'title')).toBe('Met een : dubbelpunt');
    expect(frontValue(text, 'date')).toBe('2026-12-01');
    expect(frontValue("---\nlead: 'Zo''n week'\n---\n", 'lead')).toBe("Zo'n week");
    expect(frontValue('---\ntitle: "half\n---\n', 'title')).toBe('"half');
    for (const absent of ['Slot', 'tit', 'updated'])
      expect(frontValue(text, absent)).toBeUndefined();
    expect(text.slice(bodyStart(text))).toBe('\ntitle: geen waarde\n---\nSlot.\n');
  });

  it('gives back each value that it was given, and leaves all other lines as they are', () => {
    fc.assert(
      fc.property(name, fc.string(), (of, value) => {
        const changed = withFront(text, of, JSON.stringify(value));
        expect(frontValue(changed, of)).toBe(value);
        const without = (all: string) =>
          all
            .split('\n')
            .filter((line) => !line.startsWith(`${of}: `) || line === 'title: geen waarde');
        expect(without(changed)).toEqual(without(text));
        expect(changed.slice(bodyStart(changed))).toBe(text.slice(bodyStart(text)));
      }),
    );
  });

  it('loses a line that is taken away, whichever value it had', () => {
    fc.assert(
      fc.property(name, word, (of, value) => {
        const without = withFront(withFront(text, of, value), of, undefined);
        expect(frontValue(without, of)).toBeUndefined();
        expect(without).toBe(withFront(text, of, undefined));
      }),
    );
  });

  it('is not made up for a text that has none', () => {
    for (const none of ['', 'Zomaar.', '---\nzonder einde', 'Eerst.\n---\na: b\n---\n']) {
      expect(withFront(none, 'draft', 'true')).toBe(none);
      expect([frontValue(none, 'a'), isDraft(none), bodyStart(none)]).toEqual([
        undefined,
        false,
        0,
      ]);
    }
  });

  it('says whether the text is a draft, and is the same again once it is none', () => {
    for (const markdown of files) {
      expect(isDraft(asDraft(markdown, true))).toBe(true);
      expect(isDraft(asDraft(markdown, false))).toBe(false);
      if (!isDraft(markdown)) expect(asDraft(asDraft(markdown, true), false)).toBe(markdown);
    }
    expect(isDraft('---\ndraft: true # nog niet klaar\n---\n')).toBe(true);
    expect(isDraft('---\ndraft: false\n---\n')).toBe(false);
  });
});

describe('the address of an article', () => {
  it('comes from its title, without marks and signs', () => {
    expect(slugOf('Één week / drie keer déjà vu?')).toBe('een-week-drie-keer-deja-vu');
    expect(slugOf('¿?')).toBe('');
  });

  it('can be one, or is left to be typed, whatever the title', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (title) => {
        const slug = slugOf(title);
        expect(slug === '' || isArticleSlug(slug)).toBe(true);
        expect(slugOf(slug)).toBe(slug);
      }),
    );
  });

  it('is in the name of its file', () => {
    expect(nameIn('mijn-artikel.nl.md')).toEqual({ slug: 'mijn-artikel', language: 'nl' });
    expect(nameIn('my-article.en.md')).toEqual({ slug: 'my-article', language: 'en' });
    for (const other of [
      'mijn-artikel.md',
      'mijn-artikel.de.md',
      'Mijn.nl.md',
      'a.nl.md.txt',
      '.nl.md',
    ])
      expect(nameIn(other)).toBeUndefined();
  });
});
