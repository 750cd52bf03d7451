import { Outlet, useMatches } from '@tanstack/react-router';
import { DocumentHead } from './layout/document-head.tsx';
import { SiteLayout } from './layout/site-layout.tsx';
import { notFoundPage } from './pages.ts';

/** The root of every page: what the head says, and the frame of its layout. */
export function Frame() {
  const address = useMatches({ select: (matches) => matches.at(-1)?.staticData.address });
  return (
    <>
      {address ? <DocumentHead address={address} /> : null}
      <SiteLayout page={address?.page ?? notFoundPage}>
        <Outlet />
      </SiteLayout>
    </>
  );
}
