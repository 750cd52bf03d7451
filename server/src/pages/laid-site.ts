import type { Article, SocialCard } from '@coachsite/adapters/contract';
import { layOverArticles } from '@coachsite/core/blog';
import type { LiveSite } from './live-site.ts';
import type { SiteFiles } from './site-files.ts';

/** The articles that are written on the site, by the name of the file they lie over or would have. */
export type SiteArticles = ReadonlyMap<string, Article>;

/** A live site with the articles of the database over those of its files. */
export interface LaidSite extends LiveSite {
  /** The site as it would be with these articles; `current` returns the same object once they are laid. */
  readonly with: (articles: SiteArticles) => SiteFiles;
  /** Every article of the files, whatever lies over it. */
  readonly files: () => readonly Article[];
  /** Makes articles those that are shown. */
  readonly lay: (articles: SiteArticles) => void;
  /** What the social image of a shown article says at this path; undefined where the image is one of the build. */
  readonly cardAt: (path: string) => Promise<SocialCard> | undefined;
}

/** Lays articles over a site. While there are none, its current state is that of the site below, the same object. */
export function laidSite(live: LiveSite): LaidSite {
  let shown: SiteArticles = new Map();
  const made = new WeakMap<SiteArticles, { readonly base: SiteFiles; readonly site: SiteFiles }>();

  function withArticles(articles: SiteArticles): SiteFiles {
    const base = live.current();
    if (articles.size === 0) return base;
    const known = made.get(articles);
    if (known?.base === base) return known.site;
    const site = base.with(layOverArticles(base.articles, articles));
    made.set(articles, { base, site });
    return site;
  }

  const current = () => withArticles(shown);

  return {
    ...live,
    current,
    with: withArticles,
    files: () => live.current().articles,
    lay: (articles) => {
      shown = articles;
    },
    cardAt: (path) => {
      const { prerender } = current();
      for (const { slug, language } of shown.values()) {
        const location = prerender.locations.find((one) => one.path === `/blog/${slug}`);
        if (location && prerender.socialImagePath(location, language) === path)
          return prerender.socialCard(location, language);
      }
      return undefined;
    },
  };
}
