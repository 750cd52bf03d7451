import { factsPath, type PageData, type VisitorSite } from '@coachsite/adapters/contract';
import { initialLanguage } from '@coachsite/core/language';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { addTexts, createI18n, type Language } from '../i18n/index.ts';
import { AppBoundary } from '../layout/app-boundary.tsx';
import { frameTexts } from '../site/pages.ts';
import { siteFile } from '../site/site.ts';
import { hydration } from './hydration.tsx';
import { keepInput } from './keep-input.ts';
import { followNavigation } from './navigation.ts';
import { watchRewrittenText } from './rewritten-text.ts';
import { createRouter } from './router.tsx';
import { followLanguage } from './switch-language.ts';

/** The data that the server wrote into the page for the app. */
function readPageData(): PageData {
  return JSON.parse(document.getElementById('page-data')?.textContent ?? '{}') as PageData;
}

/**
 * The site configuration with the facts that this page was rendered with. Rejects when they cannot be fetched: with
 * others the app would replace what the visitor reads.
 */
async function readSite(facts: string | undefined): Promise<VisitorSite> {
  if (!facts) return siteFile;
  const response = await fetch(factsPath(facts));
  if (!response.ok) throw new Error(`The facts of the page: ${response.status}`);
  return { ...siteFile, ...((await response.json()) as Partial<VisitorSite>) };
}

/** The inlined styles cover one page only; the app may show any page, so it loads the full style sheet first. */
function loadStyles(): Promise<void> {
  const href = document.documentElement.dataset.styles;
  if (!href || document.querySelector(`link[href="${href}"]`)) return Promise.resolve();
  return new Promise((resolve) => {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = href;
    link.onload = () => resolve();
    // Without the full style sheet the page still has its own rules, so start anyway.
    link.onerror = () => resolve();
    document.head.append(link);
  });
}

/** Ends a task, so that the page responds before the next. */
const nextTask = () => new Promise((resolve) => setTimeout(resolve));

/** A page that fails to hydrate must not delay the visitor's click indefinitely. */
const hydrationLimitMs = 5000;

let started: Promise<void> | undefined;

async function run(): Promise<void> {
  const root = document.getElementById('root');
  if (!root) return;
  await nextTask();
  const { config: embedded, facts, form } = readPageData();
  const language: Language = initialLanguage(document.documentElement.lang);
  // Without a configuration the page fails later, inside the boundary of the second error screen.
  const config = { ...embedded, site: await readSite(facts) };
  const i18n = await createI18n(language, {}, config);
  await nextTask();
  const router = createRouter({ i18n, config, form });
  await nextTask();
  const { href } = router.history.location;
  // Hydration needs identical markup, so the texts and code of the page are loaded first.
  await Promise.all([addTexts(i18n, frameTexts), router.load(), loadStyles()]);
  followNavigation(router);
  followLanguage(router, i18n);
  watchRewrittenText();
  const restoreInput = keepInput(root);
  // In pieces, so that the page responds in between.
  startTransition(() => {
    hydrateRoot(
      root,
      <StrictMode>
        <AppBoundary i18n={i18n}>
          <RouterProvider router={router} />
        </AppBoundary>
      </StrictMode>,
      // React repairs differences without the visitor noticing. Source: docs/rules.md#8.
      { onRecoverableError: () => {} },
    );
  });
  // The queued input is replayed after this, so wait until the page has its listeners.
  await Promise.race([hydration, new Promise((resolve) => setTimeout(resolve, hydrationLimitMs))]);
  await restoreInput();
  // Back or Forward may have been pressed before the router listened. Otherwise nothing is loaded again: that scrolls to the top.
  if (router.history.location.href !== href) void router.load();
  document.documentElement.classList.add('app');
  // Let the router record the scroll position, which Back restores.
  document.dispatchEvent(new Event('scroll'));
}

/**
 * Starts the app in the current page; a second call waits for the first, and one after a failure tries again.
 * @public Called by the document script.
 */
export function start(): Promise<void> {
  started ??= run().catch((error: unknown) => {
    started = undefined;
    throw error;
  });
  return started;
}
