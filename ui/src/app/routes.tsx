import type { Page, PageLocation, RejectedForm, RuntimeConfig } from '@coachsite/adapters/contract';
import {
  createRootRouteWithContext,
  createRoute,
  lazyRouteComponent,
  type SearchSchemaInput,
} from '@tanstack/react-router';
import type { i18n as I18n } from 'i18next';
import type { ComponentType, ReactNode } from 'react';
import { addTexts, type Namespace } from '../i18n/index.ts';
import { RouteError } from '../layout/route-error.tsx';
import { locationsOf } from '../site/locations.ts';
import { notFoundPage, type PageId, pages } from '../site/pages.ts';
import { Frame } from './frame.tsx';
import { HydrationSignal } from './hydration.tsx';

/** The context that every route receives. */
export interface RouterContext {
  readonly i18n: I18n;
  readonly config: RuntimeConfig;
  readonly form?: RejectedForm | undefined;
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The location of a leaf route. */
    readonly location?: PageLocation;
  }
}

/** Loads the component of a page; pages with a parameter receive its value as a property. */
type Load = (value: string) => Promise<ComponentType>;

const modules: Readonly<Record<PageId, Load>> = {
  home: async () => (await import('../pages/home.tsx')).HomePage,
  about: async () => (await import('../pages/about.tsx')).AboutPage,
  contact: async () => (await import('../pages/contact.tsx')).ContactPage,
  services: async () => (await import('../pages/services.tsx')).ServicesPage,
  shop: async () => (await import('../pages/shop.tsx')).ShopPage,
  product: async (id) => {
    const { ProductPage } = await import('../pages/product.tsx');
    return () => <ProductPage id={id} />;
  },
  coaching: async (slug) => {
    const { CoachingPage } = await import('../pages/coaching.tsx');
    return () => <CoachingPage slug={slug} />;
  },
  'thank-you': async () => (await import('../pages/thank-you.tsx')).ThankYouPage,
  privacy: async () => (await import('../pages/privacy.tsx')).PrivacyPage,
  terms: async () => (await import('../pages/terms.tsx')).TermsPage,
  cookies: async () => (await import('../pages/cookies.tsx')).CookiesPage,
  auth: async () => (await import('../pages/auth.tsx')).AuthPage,
  'admin-setup': async () => (await import('../pages/admin-setup.tsx')).AdminSetupPage,
  admin: async () => (await import('../pages/admin.tsx')).AdminPage,
  blog: async () => (await import('../pages/blog.tsx')).BlogPage,
  'blog-post': async (slug) => {
    const { BlogPostPage } = await import('../pages/blog-post.tsx');
    return () => <BlogPostPage slug={slug} />;
  },
  testimonials: async () => (await import('../pages/testimonials.tsx')).TestimonialsPage,
  faq: async () => (await import('../pages/faq.tsx')).FaqPage,
  guide: async () => (await import('../pages/guide.tsx')).GuidePage,
  accessibility: async () => (await import('../pages/accessibility.tsx')).AccessibilityPage,
  account: async () => (await import('../pages/account.tsx')).AccountPage,
  'auth-reset': async () => (await import('../pages/auth-reset.tsx')).AuthResetPage,
  'auth-confirm': async () => (await import('../pages/auth-confirm.tsx')).AuthConfirmPage,
  'notify-confirm': async () => (await import('../pages/notify-confirm.tsx')).NotifyConfirmPage,
  'notify-unsubscribe': async () =>
    (await import('../pages/notify-unsubscribe.tsx')).NotifyUnsubscribePage,
  'not-found': async () => (await import('../pages/not-found.tsx')).NotFoundPage,
};

/** The filters of the shop, as in its query. Source: docs/rules.md#2, docs/design.md#6.5. */
interface ShopSearch {
  readonly q?: string;
  readonly type?: string;
}

/** Maximum length of the search text in the URL; the whole query may have 200 characters. */
const searchTextMax = 100;

const shopSearch = ({ q, type }: ShopSearch & SearchSchemaInput): ShopSearch => ({
  ...(q && { q: q.slice(0, searchTextMax) }),
  ...(type && { type: type.slice(0, searchTextMax) }),
});

const rootRoute = createRootRouteWithContext<RouterContext>()({
  component: Frame,
  // By default the router would wrap the frame in browsers only, and React could not hydrate the server's markup.
  wrapInSuspense: false,
});

/** The wrapper of a page: the guard of a protected page, which other pages do not load. */
async function wrapperOf({
  guard,
}: Page): Promise<ComponentType<{ readonly children: ReactNode }>> {
  if (guard === 'none') return ({ children }) => children;
  const { Guard } = await import('./guard.tsx');
  return ({ children }) => <Guard level={guard}>{children}</Guard>;
}

function locationRoute(location: PageLocation) {
  const { page, path, value = '' } = location;
  const load = modules[page.id as PageId];
  return createRoute({
    getParentRoute: () => rootRoute,
    path,
    staticData: { location },
    ...(page.id === 'shop' ? { validateSearch: shopSearch } : {}),
    component: lazyRouteComponent(async () => {
      const [Page, Wrapper] = await Promise.all([load(value), wrapperOf(page)]);
      return {
        default: () => (
          <Wrapper>
            <Page />
            <HydrationSignal />
          </Wrapper>
        ),
      };
    }),
    errorComponent: RouteError,
    loader: ({ context }) => addTexts(context.i18n, page.texts as readonly Namespace[]),
  });
}

/** The table of pages as routes: one for each location, and the not-found page for any other path. */
export const routeTree = rootRoute.addChildren(
  [...pages, notFoundPage].flatMap(locationsOf).map(locationRoute),
);
