import { posts } from '@coachsite/core/blog';
import { coachingSlugs, programs } from '@coachsite/core/catalogue';
import type { Page } from './pages.ts';

/** One address of the site: a page, and the value of its parameter. */
export interface Address {
  readonly page: Page;
  readonly path: string;
  /** Value of the page's one parameter: program id, coaching slug or article slug. */
  readonly value?: string;
}

/** The values each parameter takes. Sources: operating contract §5; specification §2. */
const values: Readonly<Record<string, readonly string[]>> = {
  product: programs.map(({ id }) => id),
  coaching: coachingSlugs,
  'blog-post': posts.map(({ slug }) => slug),
};

/** Every address of a page: one, or one for each value of its parameter. Anything else is the not-found page. */
export function addressesOf(page: Page): readonly Address[] {
  const known = values[page.id];
  if (!known) return [{ page, path: page.path }];
  return known.map((value) => ({ page, path: page.path.replace(/\$\w+$/, value), value }));
}
