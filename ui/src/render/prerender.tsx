import {
  type CreatePrerender,
  type GuidePage,
  type PageLocation,
  type RejectedForm,
  type RenderedPage,
  type RuntimeConfig,
  readerOf,
  type SiteContent,
} from '@coachsite/adapters/contract';
import { versionFor } from '@coachsite/core/blog';
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import type { ResourceKey } from 'i18next';
import { Suspense } from 'react';
import { renderToString } from 'react-dom/server';
import { createRouter } from '../app/router.tsx';
import { createI18n, type Language } from '../i18n/index.ts';
import { pageMeta, usualImagePath } from '../layout/page-meta.ts';
import { blogLocations } from '../site/blog-locations.ts';
import { locationsOf } from '../site/locations.ts';
import { notFoundPage, pages } from '../site/pages.ts';
import { siteFile } from '../site/site.ts';
import { addGuideRead, guideReadLocation } from './guide-read.tsx';
import { socialCard } from './social.ts';
import { structuredData } from './structured-data.ts';

addGuideRead();

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

/** What broke a boundary, with its stack; React tells it in development only. */
const broken = /<!--\$!--><template ([^>]*)>/;

async function render(
  { posts }: SiteContent,
  {
    path,
    language,
    config,
    form,
    guide,
  }: {
    readonly path: string;
    readonly language: Language;
    readonly config: RuntimeConfig;
    readonly form: RejectedForm | undefined;
    readonly guide: GuidePage | undefined;
  },
): Promise<RenderedPage> {
  const i18n = await i18nOf(language, config);
  const history = createMemoryHistory({ initialEntries: [path] });
  const router = createRouter({ i18n, config, form, guide, articles: readerOf(posts) }, history);
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
    throw new Error(
      `The page ${path} was not rendered completely. ${broken.exec(body)?.[1] ?? ''}`.trimEnd(),
    );
  return {
    // As HTML spells it: React keeps the spelling of its property, and closes what needs no closing.
    head: head.replaceAll(' hrefLang=', ' hreflang=').replaceAll('"/>', '">'),
    // Shorter, and the same to a browser: elements of SVG may close themselves.
    body: body.replaceAll('></path>', '/>'),
  };
}

/** Days off whose dates no image says: it is drawn before they are known. */
const anyPause = { from: '2000-01-01', until: '2000-01-01' };

/** Every location, with the day on which its content last changed. */
function locationsIn(content: SiteContent): readonly PageLocation[] {
  const ofBlog = blogLocations(content);
  return pages.flatMap((page) => [
    ...locationsOf(page).map((location) => {
      const changedOn = page.changedOn ?? content.changedOn[page.id];
      return changedOn ? { ...location, changedOn } : location;
    }),
    ...ofBlog.filter((location) => location.page.id === page.id),
  ]);
}

/** The interface of the prerenderer for the server and the build. */
export const createPrerender: CreatePrerender = (content) => ({
  locations: locationsIn(content),
  notFound: { page: notFoundPage, path: '/not-found' },
  guide: guideReadLocation,
  render: (path, language, config, form, guide) =>
    render(content, { path, language, config, form, guide }),
  describe: async (location, language, config) => {
    const i18n = await i18nOf(language, config);
    const post = content.posts.find(({ slug }) => slug === location.value);
    const article =
      post && location.page.id === 'blog-post' ? versionFor(post, language) : undefined;
    return {
      ...pageMeta(i18n, location),
      structuredData: structuredData(i18n, config, location, article),
    };
  },
  socialCard: async (location, language, isAway) => {
    const site = isAway ? { ...siteFile, pause: anyPause } : siteFile;
    return socialCard(await createI18n(language, textsOf(language), { site }), site, location);
  },
  socialImagePath: (location, language) => usualImagePath(location, language),
});
