import type { ComponentType } from 'react';
import type { PageId } from '../site/pages.ts';

/** Loads the component of a page; pages with a parameter receive its value as a property. */
type Load = (value: string) => Promise<ComponentType>;

/** The module of each page but those of the blog, which have routes of their own. */
export const pageModules: Readonly<Record<Exclude<PageId, 'blog' | 'blog-post'>, Load>> = {
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
