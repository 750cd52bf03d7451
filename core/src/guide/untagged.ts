import type { PdfLine, PdfPageText } from '../ebook/index.ts';
import type { GuideBlock } from './blocks.ts';
import { beginsWithBullet, beginsWithNumber, flow } from './words.ts';

/** A line that stands in this share of the pages, at their edge, is no part of the text. */
const repeatedShare = 0.5;
const repeatedLeast = 3;

/** A line that recurs is the same but for the number of its page. */
const shapeOf = ({ text }: PdfLine) => text.replace(/\d+/g, '#');

const edgesOf = ({ lines }: PdfPageText) =>
  new Set([lines[0], lines.at(-1)].filter((line) => line !== undefined).map(shapeOf));

/** What stands above or below the text of most pages: a title, a number. */
function repeatedIn(pages: readonly PdfPageText[]): ReadonlySet<string> {
  const counts = new Map<string, number>();
  for (const page of pages)
    for (const shape of edgesOf(page)) counts.set(shape, (counts.get(shape) ?? 0) + 1);
  const least = Math.max(repeatedLeast, pages.length * repeatedShare);
  return new Set([...counts].filter(([, count]) => count >= least).map(([shape]) => shape));
}

/** How far below the line above a line stands, in its own heights; undefined for lines of another size. */
function stepOf(above: PdfLine, line: PdfLine): number | undefined {
  const isSameSize = Math.abs(above.height - line.height) <= line.height / 10;
  const step = (above.y - line.y) / line.height;
  return isSameSize && step > 0 ? step : undefined;
}

/** The usual distance of two lines of a paragraph: few lines stand closer, as headings and lists stand further apart. */
function usualStep(pages: readonly (readonly PdfLine[])[]): number {
  const steps = pages
    .flatMap((lines) =>
      lines.map((line, index) => {
        const above = lines[index - 1];
        return above && stepOf(above, line);
      }),
    )
    .filter((step) => step !== undefined)
    .sort((a, b) => a - b);
  return steps[Math.floor(steps.length / 4)] ?? 0;
}

/** A distance above the usual one by this factor divides paragraphs, and so does one of more than double lines. */
const apart = 1.25;
const furthest = 2.2;

function paragraphsOf(lines: readonly PdfLine[], usual: number): readonly GuideBlock[] {
  const paragraphs: string[] = [];
  for (const [index, line] of lines.entries()) {
    const above = lines[index - 1];
    const step = above && stepOf(above, line);
    const last = paragraphs.at(-1);
    const isNear = step !== undefined && step <= Math.min(usual * apart, furthest);
    const goesOn = isNear && !beginsWithBullet(line.text) && !beginsWithNumber(line.text);
    if (goesOn) paragraphs[paragraphs.length - 1] = `${last}\n${line.text}`;
    else paragraphs.push(line.text);
  }
  return paragraphs
    .map(flow)
    .filter((text) => text !== '')
    .map((text) => ({ kind: 'paragraph', text }));
}

/** The lines of each page as paragraphs, without what is repeated above or below them. */
export function untaggedBlocks(pages: readonly PdfPageText[]): readonly (readonly GuideBlock[])[] {
  const repeated = repeatedIn(pages);
  const texts = pages.map(({ lines }) =>
    lines.filter(
      (line, index) => (index > 0 && index < lines.length - 1) || !repeated.has(shapeOf(line)),
    ),
  );
  const usual = usualStep(texts);
  return texts.map((lines) => paragraphsOf(lines, usual));
}
