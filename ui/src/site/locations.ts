import type { Page, PageLocation } from '@coachsite/adapters/contract';
import { posts } from '@coachsite/core/blog';
import { coachingSlugs, programs } from '@coachsite/core/catalogue';

/** The values each parameter takes. Source: docs/contract.md#5, docs/rules.md#2. */
const values: Readonly<Record<string, readonly string[]>> = {
  product: programs.map(({ id }) => id),
  coaching: coachingSlugs,
  'blog-post': posts.map(({ slug }) => slug),
};

/** Every location of a page: one, or one for each value of its parameter. Anything else is the not-found page. */
export function locationsOf(page: Page): readonly PageLocation[] {
  const known = values[page.id];
  if (!known) return [{ page, path: page.path }];
  return known.map((value) => ({ page, path: page.path.replace(/\$\w+$/, value), value }));
}
