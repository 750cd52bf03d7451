import type { PdfElement } from '../ebook/index.ts';
import type { GuideBlock } from './blocks.ts';
import { beginsWithNumber, flow, withoutLabel } from './words.ts';

type Child = PdfElement | string;

/** Text that the page has no use for: numbers of pages, and words that belong to a drawing. */
const leftOut: readonly string[] = ['TOC', 'Index', 'Figure', 'Artifact'];

/** Roles of a block of text. All others are part of the text around them, or hold blocks. */
const blockRoles = /^(?:H[1-6]?|Title|P|L|LI|Caption|BlockQuote|TR|Note|FENote)$/;

const levels: Readonly<Record<string, number>> = { Title: 1, H: 1 };
const isHeading = (role: string) => /^(?:H[1-6]?|Title)$/.test(role);

const textOf = (child: Child): string => {
  if (typeof child === 'string') return child;
  return leftOut.includes(child.role) ? '' : child.children.map(textOf).join('');
};

const holdsBlocks = ({ children }: PdfElement): boolean =>
  children.some(
    (child) => typeof child !== 'string' && (blockRoles.test(child.role) || holdsBlocks(child)),
  );

const isElement = (child: Child): child is PdfElement => typeof child !== 'string';
const isOf =
  (...roles: readonly string[]) =>
  (child: Child): child is PdfElement =>
    isElement(child) && roles.includes(child.role);

/** The lists in an item, however deep, as lists that follow it. */
const listsIn = (child: Child): readonly PdfElement[] => {
  if (!isElement(child)) return [];
  return child.role === 'L' ? [child] : child.children.flatMap(listsIn);
};

/** The words of an item without its label and the lists in it. */
const wordsOf = (child: Child): string => {
  if (isOf('L', 'Lbl')(child)) return '';
  if (!isElement(child)) return child;
  if (leftOut.includes(child.role)) return '';
  const words = child.children.map(wordsOf).join('');
  // Paragraphs of one item stand apart on the page.
  return child.role === 'P' ? `${words}\n` : words;
};

const labelOf = (item: PdfElement): string =>
  textOf({ ...item, children: item.children.filter(isOf('Lbl')) });

/** The items of a list, those of lists within it after the one they belong to, and whether the list counts them. */
function itemsOf(list: PdfElement): {
  readonly items: readonly string[];
  readonly ordered: boolean;
} {
  const items = list.children.flatMap((child): readonly PdfElement[] => {
    if (!isElement(child)) return [];
    return child.role === 'LI' ? [child] : child.children.filter(isOf('LI'));
  });
  const own = items.map((item) => flow(wordsOf(item)));
  const ordered = items.every((item, index) =>
    beginsWithNumber(`${labelOf(item)} ${own[index]}`.trimStart()),
  );
  const all = items.flatMap((item, index) => [
    withoutLabel(own[index] ?? ''),
    ...item.children.flatMap(listsIn).flatMap((inner) => itemsOf(inner).items),
  ]);
  return { items: all.filter((text) => text !== ''), ordered };
}

function blockOf(element: PdfElement): readonly GuideBlock[] {
  const { role, children } = element;
  if (role === 'L') {
    const { items, ordered } = itemsOf(element);
    return items.length > 0 ? [{ kind: 'list', ordered, items }] : [];
  }
  if (isHeading(role)) {
    const text = flow(textOf(element));
    const level = levels[role] ?? Number(role.slice(1));
    return text === '' ? [] : [{ kind: 'heading', level, text }];
  }
  if (role === 'TR') {
    const cells = children.map((cell) => blocksOf([cell])).filter((blocks) => blocks.length > 0);
    const texts = cells.map(([first, ...others]) =>
      first?.kind === 'paragraph' && others.length === 0 ? first.text : undefined,
    );
    // A table that lays out a page has more in its cells than a line.
    if (texts.length === 0 || texts.includes(undefined)) return cells.flat();
    return [{ kind: 'paragraph', text: texts.join(' · ') }];
  }
  return blocksOf(children);
}

/** The blocks of some tags, in their order; text beside blocks is a paragraph. */
export function blocksOf(children: readonly Child[]): readonly GuideBlock[] {
  const blocks: GuideBlock[] = [];
  let words = '';
  const endParagraph = () => {
    const text = flow(words);
    if (text !== '') blocks.push({ kind: 'paragraph', text });
    words = '';
  };
  for (const child of children) {
    if (isElement(child) && leftOut.includes(child.role)) continue;
    if (isElement(child) && (blockRoles.test(child.role) || holdsBlocks(child))) {
      endParagraph();
      blocks.push(...blockOf(child));
    } else words += textOf(child);
  }
  endParagraph();
  return blocks;
}
