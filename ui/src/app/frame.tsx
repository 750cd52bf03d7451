import type { PageLocation } from '@coachsite/adapters/contract';
import { Outlet, useMatches } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DocumentHead } from '../layout/document-head.tsx';
import { SiteLayout } from '../layout/site-layout.tsx';
import { notFoundPage } from '../site/pages.ts';

/**
 * The location whose texts are loaded, of an article with what its file says; the previous one while a page is loading,
 * null when it failed to load.
 */
function useShownLocation(): PageLocation | null | undefined {
  const arrived = useMatches({
    select: (matches) => {
      const leaf = matches.at(-1);
      if (leaf?.status === 'error') return null;
      if (leaf?.status !== 'success') return undefined;
      const loaded = leaf.loaderData as { readonly location?: PageLocation } | undefined;
      return loaded?.location ?? leaf.staticData.location;
    },
  });
  const [shown, setShown] = useState(arrived);
  if (arrived && arrived !== shown) setShown(arrived);
  return arrived === undefined ? shown : arrived;
}

/** The root of every page: the elements of its head, and its layout. */
export function Frame() {
  const { t } = useTranslation('common');
  const location = useShownLocation();
  return (
    <>
      {location ? <DocumentHead location={location} /> : <title>{t('error.block.title')}</title>}
      <SiteLayout page={location?.page ?? notFoundPage}>
        <Outlet />
      </SiteLayout>
    </>
  );
}
