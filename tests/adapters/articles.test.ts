import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { articleText, readArticles } from '@coachsite/adapters/articles';
import { Article } from '@coachsite/adapters/contract';
import { readingMinutes } from '@coachsite/core/blog';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'articles-'));
const inner = join(folder, 'articles');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const frontMatter = {
  title: 'Sterk / in een uur',
  description: 'Waarover het gaat',
  lead: 'De eerste zin',
  summary: 'De samenvatting',
  date: '2026-11-03',
  category: 'training',
  cover: 'week',
};
const front = (more: Readonly<Record<string, string | undefined>> = {}) =>
  Object.entries({ ...frontMatter, ...more })
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `${key}: ${value}`)
    .join('\n');

const prose = 'Een alinea.\n\n## Een deel\n\nMeer woorden.';

let files = 0;
/** Reads a folder with one file, and a sound one beside it. */
function read(text: string, name = 'proef.nl.md') {
  files += 1;
  const here = mkdtempSync(`${inner}-${files}-`);
  writeFileSync(join(here, name), text);
  writeFileSync(join(here, 'ander.en.md'), `---\n${front()}\n---\n${prose}\n`);
  return readArticles(here, 'content');
}
const file = (body: string, more?: Readonly<Record<string, string | undefined>>) =>
  `---\n${front(more)}\n---\n${body}\n`;

beforeEach(() => {
  expect.hasAssertions();
});

describe('a sound file', () => {
  const body = [
    'Een *schuine* en **vette** zin met een [link](/guide) en een [bron](https://example.org/a).',
    '',
    '## Je eet te weinig',
    '',
    'Om 18:30 lees je :iets met een dubbelpunt.',
    '',
    '- één',
    '- twee',
    '',
    ':::figure{value="300 g" label="per dag" draw="zone" step="10" from="100" to="300" rising}',
    'Elk streepje is 10 gram.',
    ':::',
    '',
    ':::do',
    'Doe iets.',
    ':::',
    '',
    ':::callout{title="Let op"}',
    'Een opmerking.',
    ':::',
    '',
    '::service{slug="workout-plan"}',
    '',
    '---',
    '',
    '## Tot slot',
    '',
    'Het einde.',
    '',
    ':::sources',
    '- [Een studie](https://doi.org/10.1000/1)',
    ':::',
  ].join('\n');
  const { articles, findings } = read(file(body, { updated: '2026-11-05', draft: 'true' }));
  const [article] = articles.filter(({ slug }) => slug === 'proef');

  test('has the data of its front matter', () => {
    expect(findings).toEqual([]);
    expect(article).toMatchObject({
      slug: 'proef',
      language: 'nl',
      title: 'Sterk in een uur',
      titleLines: ['Sterk', 'in een uur'],
      publishedOn: '2026-11-03',
      updatedOn: '2026-11-05',
      draft: true,
    });
    expect(Article.safeParse(article).error).toBeUndefined();
  });

  test('has its text as blocks, in order', () => {
    const [section] = article?.sections ?? [];
    expect(section?.id).toBe('je-eet-te-weinig');
    expect(section?.blocks.map(({ kind }) => kind)).toEqual([
      'paragraph',
      'list',
      'figure',
      'action',
      'callout',
      'next',
    ]);
    expect(section?.blocks[0]).toEqual({
      kind: 'paragraph',
      spans: [{ text: 'Om 18:30 lees je :iets met een dubbelpunt.' }],
    });
    expect(section?.blocks[2]).toMatchObject({
      value: '300 g',
      note: 'Elk streepje is 10 gram.',
      drawing: { kind: 'zone', step: 10, from: 100, to: 300, rising: true },
    });
    expect(section?.blocks[5]).toEqual({ kind: 'next', to: '/coaching/workout-plan' });
    expect(article?.intro).toEqual([
      {
        kind: 'paragraph',
        spans: [
          { text: 'Een ' },
          { text: 'schuine', mark: 'em' },
          { text: ' en ' },
          { text: 'vette', mark: 'strong' },
          { text: ' zin met een ' },
          { text: 'link', href: '/guide' },
          { text: ' en een ' },
          { text: 'bron', href: 'https://example.org/a' },
          { text: '.' },
        ],
      },
    ]);
    expect(article?.ending?.blocks.map(({ kind }) => kind)).toEqual(['paragraph', 'sources']);
  });

  test('takes as long as what is read of it: its sources are not', () => {
    const text = article ? articleText(article) : '';
    expect(text).toContain('Het einde.');
    expect(text).not.toContain('Een studie');
    expect(article?.minutes).toBe(readingMinutes(text));
  });

  test('without updated was updated when it was published; windows line ends make no difference', () => {
    const dos = read(file(prose).replaceAll('\n', '\r\n'));
    expect(dos.findings).toEqual([]);
    expect(dos.articles.map(({ updatedOn }) => updatedOn)).toEqual(['2026-11-03', '2026-11-03']);
  });

  test('copied, with an update before its new date, was updated when it was published', () => {
    const days = ['2026-11-02', '2026-11-03', '2026-11-04'].map((updated) => {
      const { articles, findings } = read(file(prose, { updated }));
      expect(findings).toEqual([]);
      return articles.find(({ slug }) => slug === 'proef')?.updatedOn;
    });
    expect(days).toEqual(['2026-11-03', '2026-11-03', '2026-11-04']);
  });

  test('has no anchor by which a reader view would drop the section', () => {
    const { articles } = read(file('Een alinea.\n\n## Share: deel je plan\n\nMeer woorden.'));
    const [section] = articles.find(({ slug }) => slug === 'proef')?.sections ?? [];
    expect(section?.id).toBe('shared-deel-je-plan');
  });

  test('anchors may be numbered, so that a title may change', () => {
    const numbered = read(file(`${prose}\n\n## Nog een\n\nZin.`, { anchor: 'fout' }));
    const [first] = numbered.articles.filter(({ slug }) => slug === 'proef');
    expect(first?.sections.map(({ id }) => id)).toEqual(['fout-1', 'fout-2']);
  });
});

const figure = (attributes: string) =>
  `Alinea.\n\n## Deel\n\n:::figure{value="1" label="x" ${attributes}}\nZin.\n:::`;

/** The front matter of a file has nine lines, so its body begins on line 10. */
const mistakes: readonly (readonly [what: string, text: string, line: number, says: RegExp])[] = [
  ['no front matter', 'Zomaar tekst', 1, /between two lines ---/],
  [
    'front matter without an end',
    `---\n${front()}\n\n${prose}`,
    1,
    /second line --- is missing below/,
  ],
  [
    'an update that lies ahead',
    file(prose, { updated: '2999-01-01' }),
    9,
    /"updated" is a day that/,
  ],
  [
    'an earlier name that is none',
    file(prose, { aliases: '[a, Oude naam]' }),
    9,
    /"aliases" must be a list of earlier names/,
  ],
  ['one earlier name', file(prose, { aliases: 'oud' }), 9, /"aliases" must be a list/],
  ['a missing key', file(prose, { summary: undefined }), 1, /"summary" is missing/],
  ['an empty sentence', file(prose, { lead: '""' }), 4, /^"lead" may not be empty$/],
  ['an unknown key', file(prose, { titel: 'x' }), 9, /"titel" is not known/],
  ['a date that is none', file(prose, { date: '3 november' }), 6, /"date" must be a day such as/],
  ['a category that is none', file(prose, { category: 'koken' }), 7, /"category" must be one of/],
  ['a colon in a value', file(prose, { lead: 'Kort: zo gaat het' }), 4, /double quotes/],
  [
    'HTML in a sentence',
    file('Een <b>vet</b> woord.\n\n## Deel\n\nZin.'),
    10,
    /HTML is not allowed/,
  ],
  ['HTML as a block', file(`${prose}\n\n<script>alert(1)</script>`), 16, /HTML is not allowed/],
  ['a picture', file(`${prose}\n\n![x](/x.png)`), 16, /use a :::figure/],
  ['a link that runs code', file('[x](javascript:alert(1))\n\n## Deel\n\nZin.'), 10, /is no link/],
  [
    'a link to another host without its scheme',
    file('[x](//evil.example)\n\n## D\n\nZ.'),
    10,
    /is no link/,
  ],
  ['a heading of the page', file(`${prose}\n\n# Titel`), 16, /write ## for a section/],
  ['an unknown block', file(`${prose}\n\n:::figuur\nZin.\n:::`), 16, /:::figuur is not known/],
  ['a block that is not closed', file(`${prose}\n\n:::do\nZin.\n\nMeer.`), 16, /is not closed/],
  ['an unknown step', file(`${prose}\n\n::gids`), 16, /::gids is not known/],
  ['a service that is none', file(`${prose}\n\n::service{slug="x"}`), 16, /slug must be one of/],
  ['a figure without words', file(figure('draw=""')), 14, /needs value/],
  ['a drawing that is none', file(figure('draw="taart"')), 14, /draw must be one of/],
  ['a drawing without its numbers', file(figure('draw="zone" step="1"')), 14, /"zone"/],
  ['a day that is none', file(figure('draw="days" marks="maandag"')), 14, /days with commas/],
  [
    'a time that is none',
    file(figure('draw="week" marks="di 25:00"')),
    14,
    /half hours with commas/,
  ],
  ['no section', file('Alinea.'), 10, /needs a section/],
  ['two sections of one name', file(`${prose}\n\n## Een deel\n\nZin.`), 16, /two sections/],
];

describe('a mistake is named with its file and line, and the other file is read', () => {
  test.each(mistakes)('%s', (_what, text, line, says) => {
    const { articles, findings } = read(text);
    expect(articles.map(({ slug }) => slug)).toEqual(['ander']);
    expect(findings).toContainEqual({
      file: 'content/proef.nl.md',
      line,
      message: expect.stringMatching(says),
    });
    const said = findings.map((one) => JSON.stringify(one));
    expect(said).toEqual([...new Set(said)]);
  });

  test.each([
    ['its own', '[proef]', 'proef is the name of proef.nl.md'],
    ['that of another', '[oud, ander]', 'ander is the name of ander.en.md'],
  ])('an earlier name that is %s', (_what, aliases, says) => {
    const { articles, findings } = read(file(prose, { aliases }));
    expect(articles.map(({ slug }) => slug)).toEqual(['ander']);
    expect(findings).toEqual([{ file: 'content/proef.nl.md', message: `"aliases": ${says}` }]);
  });

  test('an earlier name that two articles claim; both languages of one have the same', () => {
    const here = mkdtempSync(`${inner}-aliases-`);
    const files = { 'een.nl.md': '[oud]', 'een.en.md': '[oud]', 'twee.nl.md': '[nieuw]' };
    for (const [name, aliases] of Object.entries(files))
      writeFileSync(join(here, name), file(prose, { aliases }));
    expect(readArticles(here, 'content').findings).toEqual([]);
    expect(readArticles(here, 'content').articles.map((one) => one.aliases)).toEqual([
      ['oud'],
      ['oud'],
      ['nieuw'],
    ]);
    writeFileSync(join(here, 'twee.nl.md'), file(prose, { aliases: '[oud]' }));
    const { articles, findings } = readArticles(here, 'content');
    expect(articles).toEqual([]);
    expect(findings.map(({ message }) => message)).toContain('"aliases": twee.nl.md has oud too');
  });

  test('a file whose name is no slug with a language', () => {
    const { articles, findings } = read(file(prose), 'Mijn artikel.md');
    expect(articles.map(({ slug }) => slug)).toEqual(['ander']);
    expect(findings[0]?.message).toContain('my-article.nl.md');
  });

  test('a folder that is not there holds nothing', () => {
    expect(readArticles(join(folder, 'nowhere'), 'x')).toEqual({ articles: [], findings: [] });
  });
});
