import type { Page } from '@coachsite/adapters/contract';
import { policyVersion } from './policy-version.ts';

type Row<Id extends string> = Pick<Page, 'path'> & Partial<Page> & { readonly id: Id };

/** A row that keeps its id as a literal type. */
type NamedPage<Id extends string> = Page & { readonly id: Id };

const page = <const Id extends string>(row: Row<Id>): NamedPage<Id> => ({
  texts: [row.id],
  ground: 'page',
  layout: 'site',
  indexable: true,
  kind: 'document',
  hasPlainForm: false,
  guard: 'none',
  query: [],
  isTimed: false,
  ...row,
});

/** An application page: never indexed, slim footer, React after the first paint, with the texts of errors. */
const application = <const Id extends string>(row: Row<Id>): NamedPage<Id> =>
  page({
    layout: 'slim',
    indexable: false,
    kind: 'application',
    ...row,
    texts: [...(row.texts ?? [row.id]), 'problems'],
  });

/**
 * The table of pages, in the order of the specification, then those of the operating contract. Source:
 * docs/contract.md#5.
 */
export const pages = [
  page({
    path: '/',
    id: 'home',
    ground: 'tartan',
    texts: ['home', 'offers'],
  }),
  page({ path: '/about', id: 'about', texts: ['about', 'offers'] }),
  page({ path: '/contact', id: 'contact', texts: ['contact'] }),
  page({ path: '/services', id: 'services', texts: ['services', 'offers'] }),
  page({
    path: '/shop',
    id: 'shop',
    texts: ['shop', 'programs', 'offers'],
    query: ['q', 'type'],
  }),
  page({ path: '/shop/$id', id: 'product', texts: ['product', 'programs'] }),
  page({
    path: '/coaching/$slug',
    id: 'coaching',
    ground: 'pine',
    texts: ['coaching', 'offers'],
  }),
  page({
    path: '/thank-you',
    id: 'thank-you',
    ground: 'butter',
    indexable: false,
    query: ['booked'],
    isTimed: true,
  }),
  page({
    path: '/privacy',
    id: 'privacy',
    texts: ['privacy', 'legal'],
    changedOn: '2026-11-29',
  }),
  page({ path: '/terms', id: 'terms', texts: ['terms', 'legal'], changedOn: '2026-11-23' }),
  page({
    path: '/cookies',
    id: 'cookies',
    texts: ['cookies'],
    changedOn: policyVersion,
  }),
  application({ path: '/auth', id: 'auth', texts: ['auth', 'mfa'] }),
  application({
    path: '/admin-setup',
    id: 'admin-setup',
    ground: 'sunk',
    texts: ['admin-setup', 'auth', 'passkey'],
  }),
  application({
    path: '/admin',
    id: 'admin',
    layout: 'admin',
    guard: 'admin',
    texts: ['admin', 'programs', 'site-facts'],
  }),
  page({ path: '/blog', id: 'blog', texts: ['blog', 'programs'], ground: 'butter' }),
  page({ path: '/blog/$slug', id: 'blog-post', ground: 'butter' }),
  page({ path: '/testimonials', id: 'testimonials', texts: ['testimonials', 'offers'] }),
  page({ path: '/faq', id: 'faq', texts: ['faq', 'offers'] }),
  page({ path: '/guide', id: 'guide', ground: 'butter', texts: ['guide', 'offers'] }),
  page({ path: '/accessibility', id: 'accessibility', changedOn: '2026-11-29' }),
  application({
    path: '/account',
    id: 'account',
    guard: 'user',
    texts: ['account', 'auth', 'mfa', 'passkey', 'programs'],
  }),
  application({ path: '/auth/reset', id: 'auth-reset', texts: ['auth-reset', 'auth', 'mfa'] }),
  application({ path: '/auth/confirm', id: 'auth-confirm', texts: ['auth-confirm', 'auth'] }),
  application({ path: '/notify/confirm', id: 'notify-confirm', hasPlainForm: true }),
  application({ path: '/notify/unsubscribe', id: 'notify-unsubscribe', hasPlainForm: true }),
] as const;

/** The page for every path that is not in the table. */
export const notFoundPage = page({
  path: '/$',
  id: 'not-found',
  ground: 'tartan',
  indexable: false,
});

/** The id of a page. */
export type PageId = (typeof pages)[number]['id'] | (typeof notFoundPage)['id'];

/** Namespaces of texts that every page has: the frame, the consent banner and shared texts. */
export const frameTexts = ['common', 'layout', 'consent'] as const;

/** The row of a page by its id. */
export function pageById(id: PageId): Page {
  return pages.find((row) => row.id === id) ?? notFoundPage;
}
