import type { VisitorSite } from '@coachsite/adapters/contract';
import type { ResourceKey } from 'i18next';
import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { createI18n, type Language } from '#ui/src/i18n/index.ts';
import { SiteLayout } from '#ui/src/layout/site-layout.tsx';
import { type PageId, pageById } from '#ui/src/site/pages.ts';
import { policyVersion } from '#ui/src/site/policy-version.ts';
import { RuntimeConfigProvider } from '#ui/src/site/runtime-config.ts';
import { siteFile } from '#ui/src/site/site.ts';
import { someRuntimeConfig } from './runtime-config.ts';

const files = import.meta.glob<ResourceKey>('../../ui/content/{nl,en}/*.json', {
  import: 'default',
  eager: true,
});

/** Every text of one language. */
export function textsOf(language: Language, site: VisitorSite = siteFile) {
  const folder = `../../ui/content/${language}/`;
  const own = Object.entries(files).filter(([path]) => path.startsWith(folder));
  return createI18n(
    language,
    Object.fromEntries(
      own.map(([path, texts]) => [path.slice(folder.length, -'.json'.length), texts]),
    ),
    { site },
  );
}

/** Renders a part of a page with its texts and configuration, on a site with these facts. */
export async function provided(
  children: ReactNode,
  language: Language = 'nl',
  site: VisitorSite = siteFile,
) {
  const i18n = await textsOf(language, site);
  return (
    <I18nextProvider i18n={i18n}>
      <RuntimeConfigProvider value={{ ...someRuntimeConfig, site, analyticsId: 'G-TEST' }}>
        {children}
      </RuntimeConfigProvider>
    </I18nextProvider>
  );
}

/** Puts the frame of a page into the document, as the server sends it. */
export async function showPage(id: PageId, language: Language = 'nl', children: ReactNode = null) {
  const frame = <SiteLayout page={pageById(id)}>{children}</SiteLayout>;
  document.documentElement.lang = language;
  document.documentElement.dataset.policy = policyVersion;
  document.documentElement.className = '';
  document.body.innerHTML = `<div id="root">${renderToString(await provided(frame, language))}</div>`;
}
