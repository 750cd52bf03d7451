import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkContent, findingText } from '@coachsite/ui/site-build/content';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

const real = join(import.meta.dirname, '../../ui/content');
const now = Date.parse('2024-10-01T12:00:00Z');

let content: string;
beforeEach(() => {
  content = mkdtempSync(join(tmpdir(), 'content-'));
  cpSync(real, content, { recursive: true });
});
afterEach(() => rmSync(content, { recursive: true, force: true }));

const mistakes = () => checkContent({ content, now }).mistakes.map(findingText);

/** Changes a file of the copy; the text must be in it. */
function change(file: string, from: string, to: string) {
  const path = join(content, file);
  const text = readFileSync(path, 'utf8');
  expect(text).toContain(from);
  writeFileSync(path, text.replace(from, to));
}

test('the content of the site has no mistake', () => {
  expect(mistakes()).toEqual([]);
});

describe('names with file and place', () => {
  test('a key that one language lacks', () => {
    change('en/blog.json', '"read":', '"reed":');
    expect(mistakes()).toEqual([
      'ui/content/nl/blog.json: "reed" is missing; ui/content/en/blog.json has it',
      'ui/content/en/blog.json: "read" is missing; ui/content/nl/blog.json has it',
    ]);
  });

  test('a file that one language lacks', () => {
    rmSync(join(content, 'en/faq.json'));
    expect(mistakes()).toContain(
      'ui/content/en/faq.json: this file is missing; the other language has it',
    );
  });

  test('a comma too few, by its line', () => {
    change('nl/blog.json', '"list": "Artikels",', '"list": "Artikels"');
    const line = readFileSync(join(content, 'nl/blog.json'), 'utf8')
      .split('\n')
      .findIndex((text) => text.includes('"list": "Artikels"'));
    const [first = ''] = mistakes();
    expect(first).toMatch(/^ui\/content\/nl\/blog\.json:\d+: the notation is broken/);
    expect(Number(/:(\d+):/.exec(first)?.[1])).toBeGreaterThanOrEqual(line + 1);
    expect(Number(/:(\d+):/.exec(first)?.[1])).toBeLessThanOrEqual(line + 2);
  });

  test.each([
    ['no quote before a text', 'Artikels"'],
    ['quotes of a word processor', '“Artikels”'],
    ['single quotes', "'Artikels'"],
  ])('%s, by its line', (_what, written) => {
    change('nl/blog.json', '"list": "Artikels"', `"list": ${written}`);
    const lines = readFileSync(join(content, 'nl/blog.json'), 'utf8').split('\n');
    const line = lines.findIndex((text) => text.includes(written)) + 1;
    expect(mistakes()[0]).toMatch(
      new RegExp(
        `^ui/content/nl/blog\\.json:${line}: the notation is broken \\(Unexpected token '.'\\): often`,
      ),
    );
  });

  test('an unexpected sign at the beginning and at the end of a file', () => {
    const path = join(content, 'nl/blog.json');
    const text = readFileSync(path, 'utf8');
    writeFileSync(path, `\n{ ! ${text.slice(1)}`);
    expect(mistakes()[0]).toMatch(/blog\.json:2: the notation is broken/);
    writeFileSync(path, `${text.trimEnd().slice(0, -1)}!`);
    expect(mistakes()[0]).toMatch(
      new RegExp(`blog\\.json:${text.trimEnd().split('\n').length}: the notation is broken`),
    );
  });

  test('an empty text', () => {
    change('nl/blog.json', '"list": "Artikels"', '"list": " "');
    expect(mistakes()).toEqual([
      expect.stringMatching(/^ui\/content\/nl\/blog\.json:\d+: "list" is empty$/),
    ]);
  });

  test('a misspelt variable', () => {
    change('nl/blog-post.json', '"minutes_other": "{{count}}', '"minutes_other": "{{aantal}}');
    expect(mistakes()).toEqual([
      expect.stringMatching(
        /^ui\/content\/nl\/blog-post\.json:\d+: "minutes_other" has \{\{aantal\}\}/,
      ),
    ]);
  });

  test('a title and a description that search engines cut', () => {
    const long = 'x'.repeat(200);
    change('nl/blog.json', '"Artikels over eten', `"${long} Artikels over eten`);
    change('articles/5-afvalfouten.nl.md', 'description: "', `description: "${long} `);
    expect(mistakes()).toEqual([
      expect.stringMatching(/^ui\/content\/nl\/blog\.json:\d+: "meta\.description" has \d+ char/),
      expect.stringMatching(/^ui\/content\/articles\/5-afvalfouten\.nl\.md: the description has/),
    ]);
  });

  test('a title that is too long with the name in the facts', () => {
    const name = 'Een merk met een lange naam voor de titels';
    const brand = JSON.parse(readFileSync(join(content, 'site.json'), 'utf8')).name as string;
    change('site.json', `"name": ${JSON.stringify(brand)}`, `"name": "${name}"`);
    const found = mistakes();
    expect(found.length).toBeGreaterThan(5);
    for (const text of found) expect(text).toMatch(/title" has \d+ char/);
  });

  test('a dead link of a text, and a dead anchor', () => {
    change('nl/privacy.json', '(/cookies)', '(/koekjes)');
    change('nl/programs.json', '(/privacy#lancering)', '(/privacy#niets)');
    expect(mistakes()).toEqual([
      expect.stringMatching(/^ui\/content\/nl\/privacy\.json:\d+: "\/koekjes" leads to no page/),
      expect.stringMatching(
        /programs\.json:\d+: "\/privacy#niets" leads to a page that has no "niets"/,
      ),
    ]);
  });

  test('a dead link of an article, and one to a section of another that is gone', () => {
    const path = join(content, 'articles/eten-op-een-drukke-dag.nl.md');
    const lines = readFileSync(path, 'utf8').split('\n').length;
    const dead = '[a](/nergens) [b](/blog/5-afvalfouten#fout-6) [c](/blog/5-afvalfouten#fout-5)';
    writeFileSync(path, `${readFileSync(path, 'utf8')}\n${dead}\n`);
    expect(mistakes()).toEqual([
      `ui/content/articles/eten-op-een-drukke-dag.nl.md:${lines + 1}: "/nergens" leads to no page`,
      `ui/content/articles/eten-op-een-drukke-dag.nl.md:${lines + 1}: "/blog/5-afvalfouten#fout-6" leads to a page that has no "fout-6"`,
    ]);
  });

  test('an article that is left out', () => {
    change('articles/5-afvalfouten.nl.md', ':::do', ':::doe');
    expect(mistakes()).toEqual([
      expect.stringMatching(
        /^ui\/content\/articles\/5-afvalfouten\.nl\.md:\d+: :::doe is not known/,
      ),
    ]);
  });

  test('a claim without a basis', () => {
    const path = join(content, 'site.json');
    const site = JSON.parse(readFileSync(path, 'utf8')) as { claims: { basis: string }[] };
    const [first, ...others] = site.claims;
    const claims = [{ ...first, basis: '' }, ...others];
    writeFileSync(path, JSON.stringify({ ...site, claims }, null, 2));
    expect(mistakes()).toEqual([
      expect.stringMatching(/^ui\/content\/site\.json:\d+: "10\+" \(clients-helped\) has no basis/),
    ]);
  });
});

test('a claim that nobody checked for 400 days is a reminder from the day after', () => {
  const at = (day: string) => checkContent({ content, now: Date.parse(day) }).reminders.length;
  expect(at('2025-10-21T12:00:00Z')).toBe(0);
  expect(at('2025-10-23T12:00:00Z')).toBeGreaterThan(0);
});
