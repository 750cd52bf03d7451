import type {
  PageLocation,
  Prerender,
  RejectedForm,
  RenderedPage,
  RuntimeConfig,
} from '@coachsite/adapters/contract';
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import type { ResourceKey } from 'i18next';
import { Suspense } from 'react';
import { renderToString } from 'react-dom/server';
import { createRouter } from '../app/router.tsx';
import { createI18n, type Language } from '../i18n/index.ts';
import { pageMeta, socialImagePath } from '../layout/page-meta.ts';
import { locationsOf } from '../site/locations.ts';
import { notFoundPage, pages } from '../site/pages.ts';
import { siteFile } from '../site/site.ts';
import { socialCard } from './social.ts';
import { structuredData } from './structured-data.ts';

/** Every text of the pages, in both languages. */
const files = import.meta.glob<ResourceKey>(
  ['../../content/{nl,en}/*.json', '!**/{mails,text-messages,failures}.json'],
  { import: 'default', eager: true },
);

function textsOf(language: Language): Record<string, ResourceKey> {
  const folder = `../../content/${language}/`;
  return Object.fromEntries(
    Object.entries(files)
      .filter(([path]) => path.startsWith(folder))
      .map(([path, texts]) => [path.slice(folder.length, -'.json'.length), texts]),
  );
}

const i18nOf = (language: Language, config?: RuntimeConfig) =>
  createI18n(language, textsOf(language), config);

/** React renders the elements of the head before the markup. */
const hoisted = /^(?:<title>.*?<\/title>|<meta [^>]*\/>|<link [^>]*\/>)+/s;

async function render(
  path: string,
  language: Language,
  config: RuntimeConfig,
  form?: RejectedForm,
): Promise<RenderedPage> {
  const i18n = await i18nOf(language, config);
  const history = createMemoryHistory({ initialEntries: [path] });
  const router = createRouter({ i18n, config, form }, history);
  await router.load();
  // In browsers the router wraps all pages in a Suspense boundary, but not on servers; the one here makes the markup
  // identical for hydration.
  // Source: docs/decisions/0021-router-public-api.md.
  const html = renderToString(
    <Suspense>
      <RouterProvider router={router} />
    </Suspense>,
  );
  const head = hoisted.exec(html)?.[0] ?? '';
  const body = html.slice(head.length);
  // React omits a boundary that fails, and the router renders nothing for a redirect.
  if (!body.includes('<main') || body.includes('<!--$!-->'))
    throw new Error(`The page ${path} was not rendered completely`);
  // The attribute as HTML spells it; React keeps the spelling of its property.
  return { head: head.replaceAll(' hrefLang=', ' hreflang='), body };
}

async function describe(location: PageLocation, language: Language, config: RuntimeConfig) {
  const i18n = await i18nOf(language, config);
  return {
    ...pageMeta(i18n, location),
    structuredData: structuredData(i18n, config, location),
  };
}

/** The interface of the prerenderer for the server and the build. */
export const prerender = {
  locations: pages.flatMap((page) => locationsOf(page)),
  notFound: { page: notFoundPage, path: '/not-found' },
  render,
  describe,
  socialCard: async (location, language) => socialCard(await i18nOf(language), siteFile, location),
  socialImagePath,
} satisfies Prerender;
