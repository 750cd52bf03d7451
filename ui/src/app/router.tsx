import { createRouter as createTanStackRouter, type RouterHistory } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { I18nextProvider } from 'react-i18next';
import { PageSpinner } from '../layout/page-spinner.tsx';
import { FormProvider, RuntimeConfigProvider } from '../site/runtime-config.ts';
import { articlesOverHttp } from './articles-over-http.ts';
import { type RouterContext, routeTree } from './routes.tsx';

/** A page that takes longer than this to load shows the spinner, in milliseconds. */
const spinnerAfterMs = 150;

/** Parses a query as plain text, like a form: the router's own parser reads `5` as a number and so changes the URL. */
const parseSearch = (query: string): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(query));
const stringifySearch = (search: Record<string, string>): string =>
  `?${new URLSearchParams(search)}`.replace(/\?$/, '');

/** Builds the router of one language. The server gives it a history of one entry; a browser uses its own. */
export function createRouter(
  context: Omit<RouterContext, 'articles'> & Partial<Pick<RouterContext, 'articles'>>,
  history?: RouterHistory,
) {
  return createTanStackRouter({
    routeTree,
    context: { articles: articlesOverHttp, ...context },
    ...(history && { history }),
    // On the server it would write a script into the page. Documents leave scrolling to the browser, and a hydrated
    // page keeps its scroll position.
    scrollRestoration:
      typeof document !== 'undefined' && (() => document.documentElement.classList.contains('app')),
    parseSearch,
    stringifySearch,
    trailingSlash: 'never',
    // Errors that no page caught go to the boundary around the whole application, which has its own screen and report.
    disableGlobalCatchBoundary: true,
    defaultPendingMs: spinnerAfterMs,
    defaultPendingComponent: PageSpinner,
    Wrap: ({ children }: { readonly children: ReactNode }) => (
      <I18nextProvider i18n={context.i18n}>
        <RuntimeConfigProvider value={context.config}>
          <FormProvider value={context.form}>{children}</FormProvider>
        </RuntimeConfigProvider>
      </I18nextProvider>
    ),
  });
}

export type Router = ReturnType<typeof createRouter>;

declare module '@tanstack/react-router' {
  interface Register {
    router: Router;
  }
}
