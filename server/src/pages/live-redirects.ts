import { type FindAddress, finderOf, type Redirect } from '@coachsite/core/redirects';
import type { LiveSite } from './live-site.ts';
import type { SiteFiles } from './site-files.ts';

/** The old addresses of the site, as this process knows them. */
export interface LiveRedirects {
  /** Makes a table the one that is followed. */
  readonly show: (table: readonly Redirect[]) => void;
  readonly find: FindAddress;
}

/** The paths that articles have, had before, or will have. */
export const articlePaths = (articles: SiteFiles['articles']): readonly string[] =>
  articles.flatMap(({ slug, aliases = [] }) => [slug, ...aliases].map((one) => `/blog/${one}`));

/** The earlier paths of articles that are public. */
const renamedIn = ({ posts }: SiteFiles): readonly Redirect[] =>
  posts.flatMap(({ slug, versions }) =>
    Object.values(versions).flatMap(({ aliases = [] }) =>
      aliases
        .filter((alias) => alias !== slug)
        .map((alias) => ({ from: `/blog/${alias}`, to: `/blog/${slug}` })),
    ),
  );

/** Follows a table of old addresses, and the names that the articles of a site had before. */
export function liveRedirects(
  live: Pick<LiveSite, 'current'>,
  atStart: readonly Redirect[],
): LiveRedirects {
  let table = atStart;
  let made: { readonly site: SiteFiles; readonly find: FindAddress } | undefined;
  return {
    show: (next) => {
      table = next;
      made = undefined;
    },
    find: (path, search) => {
      const site = live.current();
      if (made?.site !== site) made = { site, find: finderOf(table, renamedIn(site)) };
      return made.find(path, search);
    },
  };
}
