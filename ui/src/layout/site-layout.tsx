import type { Page } from '@coachsite/adapters/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { StickyBar } from '../features/call-to-action/index.ts';
import { ConsentBanner } from '../features/consent/index.ts';
import { Toasts } from '../features/notification/index.ts';
import { AdminHeader } from './admin-header.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { Menu } from './menu.tsx';
import { SlimFooter } from './slim-footer.tsx';
import { StartFailed } from './start-failed.tsx';

/**
 * The frame of a page: skip link, banner, header, content, footer, and the floating layers. Its behaviour is in
 * `document/`, so it works before and after the app starts.
 */
export function SiteLayout({
  page,
  children,
}: {
  readonly page: Page;
  readonly children: ReactNode;
}) {
  const { t } = useTranslation('layout');
  const isAdmin = page.layout === 'admin';
  const isSite = page.layout === 'site';
  return (
    <>
      <a className="skip" href="#main">
        {t('skip')}
      </a>
      <ConsentBanner />
      {isAdmin ? <AdminHeader /> : <Header page={page} />}
      {isAdmin ? null : <Menu page={page} />}
      <main id="main" tabIndex={-1}>
        {page.kind === 'application' ? <StartFailed needsScript={!page.hasPlainForm} /> : null}
        {children}
      </main>
      {isSite ? <Footer hasCall={page.id !== 'home'} /> : <SlimFooter />}
      {isSite ? <StickyBar /> : null}
      <Toasts />
      {/* The document script writes here, also before the app starts, so hydration must accept any text. */}
      <div className="sr" aria-live="polite" data-announcer suppressHydrationWarning>
        {''}
      </div>
    </>
  );
}
