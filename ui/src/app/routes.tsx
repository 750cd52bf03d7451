import type {
  ArticleReader,
  GuidePage,
  Page,
  PageLocation,
  RejectedForm,
  RuntimeConfig,
} from '@coachsite/adapters/contract';
import {
  createRootRouteWithContext,
  createRoute,
  lazyRouteComponent,
  redirect,
  type SearchSchemaInput,
} from '@tanstack/react-router';
import type { i18n as I18n } from 'i18next';
import type { ComponentType, ReactNode } from 'react';
import { addTexts, type Language, type Namespace } from '../i18n/index.ts';
import { RouteError } from '../layout/route-error.tsx';
import { articleLocation, listLocation } from '../site/blog-locations.ts';
import { locationsOf } from '../site/locations.ts';
import { notFoundPage, pageById, pages } from '../site/pages.ts';
import { Frame } from './frame.tsx';
import { HydrationSignal } from './hydration.tsx';
import { pageModules } from './page-modules.tsx';

/** The context that every route receives. */
export interface RouterContext {
  readonly i18n: I18n;
  readonly config: RuntimeConfig;
  readonly form?: RejectedForm | undefined;
  readonly articles: ArticleReader;
  /** The text of the guide, for its page, which the server alone renders. */
  readonly guide?: GuidePage | undefined;
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The location of a leaf route. */
    readonly location?: PageLocation;
  }
}

/**
 * What pages take from their query: the filters of the shop, and that the scheduling page leads back after a booking.
 * Source: docs/design.md#6.5.
 */
interface PageSearch {
  readonly q?: string;
  readonly type?: string;
  readonly booked?: string;
}

/** Maximum length of a value, as on the server; the whole query may have 200 characters. */
const valueMax = 100;

// The router redirects if this returns anything but what is in the URL; such a page would not be rendered on the
// server.
const pageSearch = (given: PageSearch & SearchSchemaInput): PageSearch =>
  Object.fromEntries(
    (['q', 'type', 'booked'] as const).flatMap((name) => {
      const value = given[name];
      return value === undefined ? [] : [[name, value.slice(0, valueMax)]];
    }),
  );

const rootRoute = createRootRouteWithContext<RouterContext>()({
  component: Frame,
  // By default the router would wrap the frame in browsers only, and React could not hydrate the server's markup.
  wrapInSuspense: false,
});

/** The wrapper of a page: the guard of a protected page, which other pages do not load. */
async function wrapperOf({
  guard,
}: Page): Promise<ComponentType<{ readonly children: ReactNode }>> {
  if (guard === 'none') return ({ children }) => children;
  const { Guard } = await import('./guard.tsx');
  return ({ children }) => <Guard level={guard}>{children}</Guard>;
}

function locationRoute(location: PageLocation) {
  const { page, path, value = '' } = location;
  const load = pageModules[page.id as keyof typeof pageModules];
  return createRoute({
    getParentRoute: () => rootRoute,
    path,
    staticData: { location },
    ...(page.query.length > 0 ? { validateSearch: pageSearch } : {}),
    component: lazyRouteComponent(async () => {
      const [Page, Wrapper] = await Promise.all([load(value), wrapperOf(page)]);
      return {
        default: () => (
          <Wrapper>
            <Page />
            <HydrationSignal />
          </Wrapper>
        ),
      };
    }),
    errorComponent: RouteError,
    loader: async ({ context, location: { search } }) => {
      await addTexts(context.i18n, page.texts as readonly Namespace[]);
      const isGone = page === notFoundPage && context.config.isGone;
      const shown = 'booked' in search ? 'booked' : isGone ? 'gone' : undefined;
      return shown && { location: { ...location, value: shown } };
    },
  });
}

/** The browser asks the server for a page of the blog that is gone since the link to it was shown. */
const gone = (href: string) => redirect({ href, reloadDocument: true });

/** A page of the list of articles; the first has no number in its path. */
function listRoute(path: '/blog' | '/blog/page/$number') {
  const location = listLocation(1, 1);
  const route = createRoute({
    getParentRoute: () => rootRoute,
    path,
    staticData: { location },
    component: lazyRouteComponent(async () => {
      const { BlogPage } = await import('../pages/blog.tsx');
      return {
        default: () => (
          <>
            <BlogPage list={route.useLoaderData().list} />
            <HydrationSignal />
          </>
        ),
      };
    }),
    errorComponent: RouteError,
    loader: async ({ context: { i18n, articles }, params, location: { pathname } }) => {
      const [list] = await Promise.all([
        articles.list(
          i18n.language as Language,
          Number((params as { number?: string }).number ?? 1),
        ),
        addTexts(i18n, location.page.texts as readonly Namespace[]),
      ]);
      if (!list) throw gone(pathname);
      return { list, location: listLocation(list.number, list.pages) };
    },
  });
  return route;
}

const articleRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/blog/$slug',
  staticData: { location: { page: pageById('blog-post'), path: '/blog/$slug' } },
  component: lazyRouteComponent(async () => {
    const { BlogPostPage } = await import('../pages/blog-post.tsx');
    return {
      default: () => (
        <>
          <BlogPostPage {...articleRoute.useLoaderData().found} />
          <HydrationSignal />
        </>
      ),
    };
  }),
  errorComponent: RouteError,
  loader: async ({ context: { i18n, articles }, params: { slug }, location: { pathname } }) => {
    const language = i18n.language as Language;
    const [found] = await Promise.all([
      articles.find(language, slug),
      addTexts(i18n, ['blog-post']),
    ]);
    if (!found) throw gone(pathname);
    // The words around the article that belong to it, such as the title of its contents, are in its language.
    await addTexts(i18n, ['blog-post'], found.article.language);
    const location = articleLocation(found.languages, { [language]: found.article });
    return { found, location };
  },
});

/** The table of pages as routes: one for each location, and the not-found page for any other path. */
export const routeTree = rootRoute.addChildren([
  ...[...pages, notFoundPage].flatMap(locationsOf).map(locationRoute),
  listRoute('/blog'),
  listRoute('/blog/page/$number'),
  articleRoute,
]);
