import type { RootContent } from 'mdast';
import { type Directives, directiveFromMarkdown } from 'mdast-util-directive';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { toString as textOf } from 'mdast-util-to-string';
import { directive } from 'micromark-extension-directive';
import type { ArticleBlock, ArticleSection } from '../../contract/index.ts';
import { containerBlock, itemsOf, leafBlock, type Place } from './directives.ts';
import { mistakes } from './mistakes.ts';
import type { Findings } from './parsed.ts';
import { pictureOf } from './picture.ts';
import { spansOf } from './spans.ts';

/** The text of an article, divided at its headings. */
export interface Body {
  readonly intro: readonly ArticleBlock[];
  readonly sections: readonly ArticleSection[];
  readonly ending?: ArticleSection;
}

/** Blocks only: within a sentence a colon is a colon. */
const { flow } = directive();

/** A fence of three colons: with a name it opens a block, alone it closes one. */
const fence = /^:{3}\s*([a-z]*)/;

/** Reports a block that is not closed, which would swallow the rest of the article. */
function checkFences(body: string, findings: Findings, bodyLine: number): boolean {
  let open: number | undefined;
  for (const [index, line] of body.split('\n').entries()) {
    const found = fence.exec(line);
    if (!found) continue;
    if (found[1] && open !== undefined) break;
    open = found[1] ? index : undefined;
  }
  if (open !== undefined) findings.add(bodyLine + open + 1, mistakes.notClosed);
  return open === undefined;
}

/** An anchor from a title: `Je eet te weinig` is `je-eet-te-weinig`. */
export const anchorOf = (title: string) =>
  title
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    // A reader view takes what is called "share" for buttons, whatever it holds.
    .replace(/(?<=^|-)share(?=-|$)/g, 'shared');

function blocksOf(node: RootContent | Directives, place: Place): readonly ArticleBlock[] {
  const { findings, lineOf } = place;
  switch (node.type) {
    case 'paragraph': {
      const [only, ...more] = node.children;
      if (place.hasPictures && only?.type === 'image' && more.length === 0)
        return pictureOf(only, place);
      return [{ kind: 'paragraph', spans: spansOf(node.children, findings, lineOf) }];
    }
    case 'heading':
      if (node.depth === 3) return [{ kind: 'heading', text: textOf(node) }];
      findings.add(lineOf(node), mistakes.headingLevel);
      return [];
    case 'list':
      return [
        { kind: 'list', ordered: node.ordered === true, items: itemsOf(node.children, place) },
      ];
    case 'containerDirective':
      return containerBlock(node, place);
    case 'leafDirective':
      return leafBlock(node, place);
    case 'html':
      findings.add(lineOf(node), mistakes.html);
      return [];
    default:
      findings.add(lineOf(node), mistakes.notInArticle(node.type));
      return [];
  }
}

/** Reads the Markdown of an article. `bodyLine` is the number of lines of the file above it. */
export function readBody(
  body: string,
  {
    findings,
    bodyLine,
    anchor,
    hasPictures,
  }: { findings: Findings; bodyLine: number; anchor?: string; hasPictures: boolean },
): Body {
  if (!checkFences(body, findings, bodyLine)) return { intro: [], sections: [] };
  const root = fromMarkdown(body, {
    extensions: [{ ...(flow && { flow }) }],
    mdastExtensions: [directiveFromMarkdown()],
  });
  const place: Place = {
    findings,
    hasPictures,
    lineOf: ({ position }) => position && position.start.line + bodyLine,
  };
  const intro: ArticleBlock[] = [];
  const sections: { id: string; title: string; blocks: ArticleBlock[] }[] = [];
  let ending: (typeof sections)[number] | undefined;
  let isEnding = false;
  for (const node of root.children) {
    if (node.type === 'thematicBreak') {
      isEnding = true;
    } else if (node.type === 'heading' && node.depth === 2) {
      const title = textOf(node);
      const id = anchor ? `${anchor}-${sections.length + 1}` : anchorOf(title);
      if (sections.some((section) => section.id === id))
        findings.add(place.lineOf(node), mistakes.sameSections(title));
      if (!isEnding) sections.push({ id, title, blocks: [] });
      else if (ending) findings.add(place.lineOf(node), mistakes.oneEnding);
      else ending = { id: 'start', title, blocks: [] };
    } else {
      const own = isEnding ? ending?.blocks : (sections.at(-1)?.blocks ?? intro);
      if (own) own.push(...blocksOf(node, place));
      else findings.add(place.lineOf(node), mistakes.endingHasNoTitle);
    }
  }
  if (intro.length === 0) findings.add(bodyLine + 1, mistakes.noIntro);
  if (sections.length === 0) findings.add(bodyLine + 1, mistakes.noSection);
  return { intro, sections, ...(ending && { ending }) };
}
