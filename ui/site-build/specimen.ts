import type { Article, ArticleBlock, ArticleDrawing } from '@coachsite/adapters/contract';
import { articlesPerPage, type Post } from '@coachsite/core/blog';

const text = [
  { text: 'Words, ' },
  { text: 'strong', mark: 'strong' as const },
  { text: 'and', mark: 'em' as const },
];
const linked = [...text, { text: 'a link', href: '/guide' }];

const drawings: readonly ArticleDrawing[] = [
  { kind: 'zone', step: 1, from: 2, to: 4, rising: true },
  { kind: 'row', n: 4, lit: 2, marks: [4], rising: false },
  { kind: 'plate', shares: [2, 1, 1] },
  { kind: 'days', marks: [3] },
  { kind: 'week', marks: [20] },
  { kind: 'pace', from: 1, to: 2 },
];

const blocks: readonly ArticleBlock[] = [
  { kind: 'paragraph', spans: linked },
  { kind: 'heading', text: 'A part' },
  { kind: 'list', ordered: false, items: [text, linked] },
  { kind: 'list', ordered: true, items: [text] },
  ...drawings.map(
    (drawing): ArticleBlock => ({
      kind: 'figure',
      value: '1',
      label: 'of what',
      note: 'One tick is one.',
      alt: 'A drawing',
      drawing,
    }),
  ),
  { kind: 'action', spans: linked },
  { kind: 'callout', title: 'Beside', paragraphs: [linked] },
  { kind: 'sources', items: [linked] },
  { kind: 'next', to: '/guide' },
  { kind: 'next', to: '/coaching/workout-plan' },
];

const article = (
  slug: string,
  language: Article['language'],
  cover: Article['cover'],
): Article => ({
  slug,
  language,
  title: 'A title',
  titleLines: ['A', 'title'],
  description: 'About it',
  lead: 'The lead',
  summary: 'The summary',
  category: 'training',
  cover,
  publishedOn: '2000-01-01',
  updatedOn: '2000-01-02',
  draft: false,
  minutes: 5,
  intro: [...blocks],
  sections: [{ id: 'part', title: 'Part', blocks: [...blocks] }],
  ending: { id: 'start', title: 'End', blocks: [...blocks] },
});

/**
 * Articles with every block, drawing and cover there is, on more than one page of the list. The build takes the styles
 * of the blog from them, so that an article published later has the styles of blocks that no article had before.
 */
export const specimens: readonly Post<Article>[] = [
  { slug: 'bars', versions: { nl: article('bars', 'nl', 'bars') } },
  { slug: 'plate', versions: { en: article('plate', 'en', 'plate') } },
  ...Array.from({ length: articlesPerPage }, (_, index) => ({
    slug: `week-${index}`,
    versions: {
      nl: article(`week-${index}`, 'nl', 'week'),
      en: article(`week-${index}`, 'en', 'week'),
    },
  })),
];
