/** The number of articles on one page of the list. */
export const articlesPerPage = 10;

/** One page of a list, and how many pages there are; both from 1. */
export interface ListPage<Item> {
  /** Those of this page, in the order of the list. */
  readonly items: readonly Item[];
  /** Which page it is, from 1 to `pages`. */
  readonly number: number;
  /** At least 1, also for an empty list. */
  readonly pages: number;
}

/** The number of pages of a list; an empty list has one. */
export const pagesOf = (count: number): number => Math.max(1, Math.ceil(count / articlesPerPage));

/** A page of a list, or `undefined` when the list has no such page. */
export function listPage<Item>(items: readonly Item[], number: number): ListPage<Item> | undefined {
  const pages = pagesOf(items.length);
  if (!Number.isInteger(number) || number < 1 || number > pages) return undefined;
  const from = (number - 1) * articlesPerPage;
  return { items: items.slice(from, from + articlesPerPage), number, pages };
}
