import type { PdfPageText } from '../ebook/index.ts';
import { type GuideBlock, headingFirst, joinPages, levelled } from './blocks.ts';
import { blocksOf } from './tagged.ts';
import { untaggedBlocks } from './untagged.ts';

/** Characters that mean something to Markdown wherever they stand. */
const marks = /[\\`*_[\]<>&~|]/g;
/** What means something at the beginning of a line only. */
const starts = /^(?:[#+=:-]|\d{1,9}(?=[.)]))/;

/** A text as Markdown that is read as this text: only what would mean something else is escaped. */
const escaped = (text: string): string =>
  text
    .replace(marks, '\\$&')
    .replace(starts, (start) => (/\d/.test(start) ? `${start}\\` : `\\${start}`));

/** The signs of lists; one that follows another has the other sign, or they would be one list. */
const signs = { true: ['.', ')'], false: ['-', '*'] } as const;

function written(block: GuideBlock, isOther: boolean): string {
  // Signs at the end of a heading would be taken for a part of its frame.
  if (block.kind === 'heading')
    return `${'#'.repeat(block.level)} ${escaped(block.text).replace(/(?<= )#+$/, '\\$&')}`;
  if (block.kind === 'paragraph') return escaped(block.text);
  const sign = signs[`${block.ordered}`][isOther ? 1 : 0];
  return block.items
    .map((item, index) => `${block.ordered ? index + 1 : ''}${sign} ${escaped(item)}`)
    .join('\n');
}

/** The blocks as Markdown that reads as these blocks. */
function toMarkdown(blocks: readonly GuideBlock[]): string {
  let isOther = false;
  const texts = blocks.map((block, index) => {
    isOther = blocks[index - 1]?.kind === 'list' && !isOther;
    return `${written(block, isOther)}\n`;
  });
  return texts.join('\n');
}

/**
 * The text of a PDF as Markdown: headings, paragraphs and lists by its tags, and paragraphs alone where it has none. Empty
 * without any text, as a scan is.
 */
export function guideMarkdown(pages: readonly PdfPageText[]): string {
  const tagged = pages.map(({ elements }) => headingFirst(blocksOf(elements)));
  const hasTags = tagged.some((blocks) => blocks.length > 0);
  return toMarkdown(levelled(joinPages(hasTags ? tagged : untaggedBlocks(pages))));
}
