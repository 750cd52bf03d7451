import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Window } from 'happy-dom';
import { describe, expect, test } from 'vitest';
import { seedSite } from '../support/seeded-site.ts';
import { sharedSite } from '../support/shared-server.ts';

/**
 * Text browsers, some screen readers and programs that read pages know no CSS: words that only a style sets apart run
 * together there, such as a label and what stands below it.
 */
/** With the sample facts and their marks, and a guide. */
const dataDirectory = mkdtempSync(join(tmpdir(), 'coachsite-'));
await seedSite(dataDirectory);
const { locations, get } = await sharedSite({ dataDirectory });

/** Elements inside of which a line goes on, without CSS. */
const inline = new Set(
  'A ABBR B BDI BDO BUTTON CITE CODE DATA DEL DFN EM I INPUT INS KBD LABEL MARK Q S SAMP SMALL SPAN STRONG SUB SUP TIME U VAR'.split(
    ' ',
  ),
);

/** What holds no words of the page. */
const unread = new Set(['SCRIPT', 'STYLE', 'TEMPLATE', 'SVG']);

const { DOMParser } = new Window();

/** Without the head, which holds no words, and links to files that happy-dom would ask for. */
const bodyOf = (html: string) =>
  new DOMParser().parseFromString(html.replace(/<head>.*?<\/head>/s, ''), 'text/html').body;

/** The places where words of two elements touch: the words before and after. A part of a word (`nb`) is no element. */
function touching(html: string): readonly string[] {
  const found = new Set<string>();
  let before = '';
  let wordBefore: unknown;
  const visit = (parent: Node, word: unknown) => {
    for (const child of parent.childNodes) {
      const text = child.textContent ?? '';
      const name = child.nodeName.toUpperCase();
      if (child.nodeType === 3 && text !== '') {
        const isOneWord = word !== undefined || wordBefore !== undefined;
        if (!isOneWord && /[\p{L}\p{N}.,:;!?)]$/u.test(before) && /^[\p{L}\p{N}]/u.test(text))
          found.add(`${before.slice(-30)}|${text.slice(0, 30)}`);
        before = text;
        wordBefore = word;
      } else if (child.nodeType === 1 && !unread.has(name)) {
        const isApart = !inline.has(name);
        const isPart = (child as Element).classList.contains('nb');
        if (isApart) before = '';
        visit(child, isPart ? child : word);
        if (isApart) before = '';
      }
    }
  };
  visit(bodyOf(html) as unknown as Node, undefined);
  return [...found];
}

test('words that touch are found, words of one text are not', () => {
  expect(touching('<p><b>Mail</b><span>me</span> or <a>call</a> <i>1</i>.</p><p>Now</p>')).toEqual([
    'Mail|me',
  ]);
  expect(touching('<label>All<input></label><label>Some</label>')).toEqual(['All|Some']);
  expect(touching('<p>your <span class="nb">e-mail</span>address<br>here</p>')).toEqual([]);
});

describe.each(locations.map(({ path }) => path))('%s', (path) => {
  test.each(['nl', 'en'])('has its words apart in %s, without styles', async (language) => {
    const html = await (await get(`${path}?lang=${language}`)).text();
    expect(touching(html)).toEqual([]);
  });
});

test.each(locations.map(({ path }) => path))('%s has words in each link', async (path) => {
  const links = [...bodyOf(await (await get(path)).text()).querySelectorAll('a')];
  expect(links.filter((link) => !link.textContent.trim()).map(String)).toEqual([]);
});

test('so has the page that says that there is none', async () => {
  expect(touching(await (await get('/nowhere')).text())).toEqual([]);
});
