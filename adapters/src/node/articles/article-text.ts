import type { Article, ArticleBlock } from '../../contract/index.ts';
import { wordsOf } from './spans.ts';

function blockText(block: ArticleBlock): readonly string[] {
  switch (block.kind) {
    case 'paragraph':
    case 'action':
      return [wordsOf(block.spans)];
    case 'heading':
      return [block.text];
    case 'list':
      return block.items.map(wordsOf);
    case 'picture':
      return block.caption ? [block.caption] : [];
    case 'figure':
      return [block.value, block.label, block.note];
    case 'callout':
      return [block.title, ...block.paragraphs.map(wordsOf)];
    // Nobody reads the list of sources from end to end.
    case 'sources':
    case 'next':
      return [];
  }
}

/** Every sentence of an article that is read, without its sources, menus and buttons. */
export function articleText(
  article: Pick<Article, 'title' | 'lead' | 'intro' | 'sections' | 'ending'>,
): string {
  const { title, lead, intro, sections, ending } = article;
  const parts = [...sections, ...(ending ? [ending] : [])];
  return [
    title,
    lead,
    ...intro.flatMap(blockText),
    ...parts.flatMap((section) => [section.title, ...section.blocks.flatMap(blockText)]),
  ].join(' ');
}
