/** A part of the text of a guide. Of headings, 1 is that of the guide itself. */
export type GuideBlock =
  | { readonly kind: 'heading'; readonly level: number; readonly text: string }
  | { readonly kind: 'paragraph'; readonly text: string }
  | { readonly kind: 'list'; readonly ordered: boolean; readonly items: readonly string[] };

/** The longest line that is no paragraph where it stands above a heading, in characters. */
const shortLine = 40;

/** A page whose first line belongs to the heading below it, such as the number of a chapter: the heading comes first. */
export function headingFirst(page: readonly GuideBlock[]): readonly GuideBlock[] {
  const [line, heading, ...others] = page;
  if (line?.kind !== 'paragraph' || heading?.kind !== 'heading') return page;
  // One that goes on from the page before is no such line.
  const isLine = line.text.length <= shortLine && !/^\p{Ll}|[.:!?]$/u.test(line.text);
  return isLine ? [heading, line, ...others] : page;
}

/** Whether a paragraph that ends like this goes on with what begins like that. */
const goesOn = (end: string, start: string) =>
  /[\p{L}\p{N},;-]$/u.test(end) && /^\p{Ll}/u.test(start);

/** The blocks of all pages; a paragraph that a page divides is whole again. */
export function joinPages(pages: readonly (readonly GuideBlock[])[]): readonly GuideBlock[] {
  const joined: GuideBlock[] = [];
  for (const page of pages) {
    const [first, ...others] = page;
    if (!first) continue;
    const last = joined.at(-1);
    if (last?.kind === 'paragraph' && first.kind === 'paragraph' && goesOn(last.text, first.text)) {
      joined[joined.length - 1] = { kind: 'paragraph', text: `${last.text} ${first.text}` };
    } else joined.push(first);
    joined.push(...others);
  }
  return joined;
}

const levelOf = (block: GuideBlock) => (block.kind === 'heading' ? [block.level] : []);

/**
 * The same blocks with the levels that the page has: 1 for the title, if the guide has one heading of its highest level and
 * it comes before the others; 2 for the highest level below it, and 3 for all others.
 */
export function levelled(blocks: readonly GuideBlock[]): readonly GuideBlock[] {
  const levels = blocks.flatMap(levelOf);
  const ranks = [...new Set(levels)].sort((a, b) => a - b);
  const [top] = ranks;
  const hasTitle = levels[0] === top && levels.filter((level) => level === top).length === 1;
  const below = hasTitle ? 1 : 2;
  return blocks.map((block) =>
    block.kind === 'heading'
      ? { ...block, level: Math.min(3, ranks.indexOf(block.level) + below) }
      : block,
  );
}
