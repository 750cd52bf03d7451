import { HeadContent, Outlet, useMatches } from '@tanstack/react-router';
import { Guard } from './guard.tsx';
import { SiteLayout } from './layout/site-layout.tsx';
import { notFoundPage } from './pages.ts';

/** The root of every page: what the head says, the frame of its layout, and the guard before a protected one. */
export function Frame() {
  const address = useMatches({ select: (matches) => matches.at(-1)?.staticData.address });
  const page = address?.page ?? notFoundPage;
  return (
    <>
      <HeadContent />
      <SiteLayout page={page}>
        {page.guard === 'none' ? (
          <Outlet />
        ) : (
          <Guard level={page.guard} key={page.id}>
            <Outlet />
          </Guard>
        )}
      </SiteLayout>
    </>
  );
}
