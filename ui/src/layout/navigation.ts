import type { Page } from '@coachsite/adapters/contract';

/** The eight links of the main navigation, in order. */
export const navigation = [
  { id: 'home', href: '/' },
  { id: 'about', href: '/about' },
  { id: 'services', href: '/services' },
  { id: 'testimonials', href: '/testimonials' },
  { id: 'shop', href: '/shop' },
  { id: 'blog', href: '/blog' },
  { id: 'faq', href: '/faq' },
  { id: 'contact', href: '/contact' },
] as const;

/** Pages below one of the eight. */
const parents: Readonly<Record<string, string>> = {
  product: 'shop',
  coaching: 'services',
  'blog-post': 'blog',
};

/** Whether a link leads to the current page (`page`) or to its parent (`true`), for `aria-current`. */
export function currentMark(page: Page, id: string): 'page' | 'true' | undefined {
  if (page.id === id) return 'page';
  return parents[page.id] === id ? 'true' : undefined;
}
