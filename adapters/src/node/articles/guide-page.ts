import type { ListItem, Nodes, PhrasingContent, RootContent } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { toString as textOf } from 'mdast-util-to-string';
import type { ArticleBlock, ArticleSection, GuidePage, Span } from '../../contract/index.ts';
import { anchorOf } from './body.ts';
import { inOneLine, safeHref } from './spans.ts';

type Style = Omit<Span, 'text'>;

/** The runs of some phrasing; what a page does not have is its words. */
function spansIn(nodes: readonly PhrasingContent[], style: Style = {}): Span[] {
  return nodes.flatMap((node): Span[] => {
    switch (node.type) {
      case 'strong':
        return spansIn(node.children, { ...style, mark: 'strong' });
      case 'emphasis':
        return spansIn(node.children, { ...style, mark: 'em' });
      case 'link':
        return spansIn(
          node.children,
          safeHref.test(node.url) ? { ...style, href: node.url } : style,
        );
      case 'break':
        return [{ text: ' ', ...style }];
      default: {
        const text = 'value' in node ? node.value : textOf(node);
        return text === '' ? [] : [{ text: inOneLine(text), ...style }];
      }
    }
  });
}

/** The phrasing of a block in its order, however deep; the lists in an item are items of their own. */
function phrasingOf(node: Nodes): PhrasingContent[] {
  if (node.type === 'paragraph' || node.type === 'heading') return node.children;
  if (node.type === 'list') return [];
  if ('children' in node) return node.children.flatMap(phrasingOf);
  return 'value' in node ? [{ type: 'text', value: node.value }] : [];
}

function itemsIn(items: readonly ListItem[]): Span[][] {
  return items.flatMap((item) => [
    spansIn(phrasingOf(item)),
    ...item.children.flatMap((child) => (child.type === 'list' ? itemsIn(child.children) : [])),
  ]);
}

const hasWords = (spans: readonly Span[]) => spans.some(({ text }) => text.trim() !== '');

function blocksIn(node: RootContent): ArticleBlock[] {
  if (node.type === 'thematicBreak' || node.type === 'definition') return [];
  if (node.type === 'heading') return [{ kind: 'heading', text: textOf(node) }];
  if (node.type === 'blockquote') return node.children.flatMap(blocksIn);
  if (node.type === 'list') {
    const items = itemsIn(node.children).filter(hasWords);
    return items.length > 0 ? [{ kind: 'list', ordered: node.ordered === true, items }] : [];
  }
  const spans = spansIn(phrasingOf(node));
  return hasWords(spans) ? [{ kind: 'paragraph', spans }] : [];
}

/**
 * Reads the text of the guide: `#` at its beginning is its title, `##` opens a section, deeper headings are parts of one.
 * Nothing is a mistake: what the page does not have, such as pictures and HTML, is shown as its words.
 */
export function readGuidePage(markdown: string): GuidePage {
  const nodes = fromMarkdown(markdown).children;
  const [first] = nodes;
  const hasTitle = first?.type === 'heading' && first.depth === 1;
  const intro: ArticleBlock[] = [];
  const sections: { id: string; title: string; blocks: ArticleBlock[] }[] = [];
  const taken = new Map<string, number>();
  /** Of two sections with one title the second has a number. */
  const idOf = (title: string) => {
    const anchor = anchorOf(title) || 'deel';
    const count = (taken.get(anchor) ?? 0) + 1;
    taken.set(anchor, count);
    // Three hyphens are in no anchor.
    return `lees-${anchor}${count > 1 ? `---${count}` : ''}`;
  };
  for (const node of hasTitle ? nodes.slice(1) : nodes) {
    const title = node.type === 'heading' && node.depth < 3 ? textOf(node).trim() : '';
    if (title !== '') sections.push({ id: idOf(title), title, blocks: [] });
    else (sections.at(-1)?.blocks ?? intro).push(...blocksIn(node).filter(isShown));
  }
  const title = hasTitle ? textOf(first).trim() : '';
  return { ...(title && { title }), intro, sections: sections satisfies ArticleSection[] };
}

const isShown = (block: ArticleBlock) => block.kind !== 'heading' || block.text.trim() !== '';
