import type { Page, PageLocation } from '@coachsite/adapters/contract';
import { coachingSlugs, isCoachingSlug, programs } from '@coachsite/core/catalogue';
import { coachingGrounds } from './coaching-grounds.ts';

/** The values each parameter takes. Source: docs/contract.md#5. */
const values: Readonly<Record<string, readonly string[]>> = {
  product: programs.map(({ id }) => id),
  coaching: coachingSlugs,
  // Articles are content: see blog-locations.ts.
  blog: [],
  'blog-post': [],
};

/**
 * Every location of a page whose content is part of the build: one, or one for each value of its parameter. Anything
 * else is an article, a page of their list, or the not-found page.
 */
export function locationsOf(page: Page): readonly PageLocation[] {
  const known = values[page.id];
  if (!known) return [{ page, path: page.path }];
  return known.map((value) => ({
    page: isCoachingSlug(value) ? { ...page, ground: coachingGrounds[value] } : page,
    path: page.path.replace(/\$\w+$/, value),
    value,
  }));
}
