import type { PageLocation } from '@coachsite/adapters/contract';
import { Outlet, useMatches } from '@tanstack/react-router';
import { useState } from 'react';
import { DocumentHead } from '../layout/document-head.tsx';
import { SiteLayout } from '../layout/site-layout.tsx';
import { notFoundPage } from '../site/pages.ts';

/**
 * The location whose texts are loaded, of an article with what its file says; the previous one while a page is loading or
 * failed to load.
 */
function useShownLocation(): PageLocation | undefined {
  const arrived = useMatches({
    select: (matches) => {
      const leaf = matches.at(-1);
      if (leaf?.status !== 'success') return undefined;
      const loaded = leaf.loaderData as { readonly location?: PageLocation } | undefined;
      return loaded?.location ?? leaf.staticData.location;
    },
  });
  const [shown, setShown] = useState(arrived);
  if (arrived && arrived !== shown) setShown(arrived);
  return arrived ?? shown;
}

/** The root of every page: the elements of its head, and its layout. */
export function Frame() {
  const location = useShownLocation();
  return (
    <>
      {location ? <DocumentHead location={location} /> : null}
      <SiteLayout page={location?.page ?? notFoundPage}>
        <Outlet />
      </SiteLayout>
    </>
  );
}
