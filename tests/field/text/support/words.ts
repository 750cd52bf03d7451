import { Window } from 'happy-dom';

/** Letters and digits that belong together. */
const wordsOf = (text: string) => text.match(/[\p{L}\p{N}]+/gu) ?? [];

/** What holds no words of the page. */
const unread = new Set(['SCRIPT', 'STYLE', 'TITLE']);

const { DOMParser } = new Window();

/** The words of a page, each within one text of it: two that run together on a screen are none. */
export function wordsOfPage(html: string): ReadonlySet<string> {
  const words = new Set<string>();
  const add = (text: string | null) => {
    for (const word of wordsOf(text ?? '')) words.add(word);
  };
  const visit = (parent: Node) => {
    for (const child of parent.childNodes) {
      if (child.nodeType === 3) add(child.textContent);
      if (child.nodeType !== 1 || unread.has(child.nodeName.toUpperCase())) continue;
      add((child as Element).getAttribute('alt'));
      visit(child);
    }
  };
  // The head holds no words, and links to files that happy-dom would ask for; `nb` keeps the parts of a word together.
  const page = html
    .replace(/<head>.*?<\/head>/s, '')
    .replaceAll(/<span class="nb">([^<]*)<\/span>/g, '$1');
  visit(new DOMParser().parseFromString(page, 'text/html').body as unknown as Node);
  return words;
}

/** What a browser shows without words of its own: its names of elements, of links in the head and of pictures without words. */
const ownText = (dump: string): string =>
  dump
    .replace(/^References\n[\s\S]*/m, '')
    .replaceAll(/\[[\w-]+\]|\(BUTTON\)|CAPTION:|^ +#.*/gm, '');

/** The words that a browser shows, without the numbers that it gives to items. */
export const wordsShown = (dump: string): ReadonlySet<string> =>
  new Set(wordsOf(ownText(dump).replaceAll(/^ +\d+\. /gm, '')));

/** What is said twice in a row, on a line or as the number of an item: `1. 1 Title`. */
export const saidTwice = (dump: string): readonly string[] =>
  [...ownText(dump).matchAll(/(?<![\p{L}-])(\p{L}{2,}) \1(?!\p{L})|^ *(\d+)\. \2 .*/gmu)].map(
    ([said]) => said,
  );

/** The labels of the fields that are typed into. */
export function labelsOf(html: string): readonly string[] {
  const labels = html.matchAll(/<label[^>]* for="([^"]*)"[^>]*>(.*?)<\/label>/gs);
  const typed = new Set(
    [...html.matchAll(/<(?:input|textarea)[^>]*>/g)]
      .map(([tag]) => tag)
      .filter((tag) => !/type="(?:checkbox|radio|hidden|file)"/.test(tag))
      .map((tag) => / id="([^"]*)"/.exec(tag)?.[1]),
  );
  return [...labels]
    .filter(([, id]) => typed.has(id))
    .map(([, , text = '']) => text.replaceAll(/<[^>]*>/g, '').trim());
}
