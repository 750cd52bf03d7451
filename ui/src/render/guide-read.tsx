import { guideReadPath, type PageLocation } from '@coachsite/adapters/contract';
import { createRoute } from '@tanstack/react-router';
import { routeTree } from '../app/routes.tsx';
import { addTexts } from '../i18n/index.ts';
import { GuideReadPage } from '../pages/guide-read.tsx';
import { pageById } from '../site/pages.ts';

/**
 * The page with the text of the guide, in Dutch only. It is no row of the table of pages: the server alone renders it, and
 * only while the e-book has a text, so that the app carries nothing of it.
 */
export const guideReadLocation = (changedOn: string): PageLocation => ({
  page: { ...pageById('guide'), id: 'guide-read', path: guideReadPath },
  path: guideReadPath,
  value: 'read',
  languages: ['nl'],
  changedOn,
});

const route = createRoute({
  getParentRoute: () => routeTree,
  path: guideReadPath,
  staticData: { location: guideReadLocation('') },
  // The guide and the words that belong to it are in Dutch on the English page too.
  loader: ({ context: { i18n } }) => addTexts(i18n, ['guide', 'blog-post'], 'nl'),
  component: () => {
    const { guide } = route.useRouteContext();
    return guide ? <GuideReadPage guide={guide} /> : null;
  },
});

/** Adds the page to those that the server renders. */
export function addGuideRead(): void {
  routeTree.addChildren([...Object.values(routeTree.children ?? []), route]);
}
