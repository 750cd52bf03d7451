import { setImmediate as nextTurn } from 'node:timers/promises';
import type {
  EbookSummary,
  PageLocation,
  Prerender,
  RejectedForm,
  SiteConfig,
} from '@coachsite/adapters/contract';
import { type Clock, type EpochMs, minuteMs } from '@coachsite/core/kernel';
import { type Language, languages } from '@coachsite/core/language';
import { afterSignInPath } from '@coachsite/core/roles';
import type { Config } from '../config/config.ts';
import type { StoredState } from '../config/stored-state.ts';
import type { CachedResponse } from '../http/cached-response.ts';
import { inTime } from '../http/in-time.ts';
import type { GuideReader, ShownGuide } from './guide-reader.ts';
import type { LaidSite } from './laid-site.ts';
import type { ColourScheme } from './page-document.ts';
import { queryOf } from './page-query.ts';
import { type PageRequest, pageResponse } from './page-response.ts';
import type { PageState } from './page-state.ts';
import { type PageVersion, pageVersions, runtimeConfig } from './page-versions.ts';
import { renderBudget } from './render-budget.ts';
import type { SiteFiles } from './site-files.ts';
import type { ShownSite } from './site-reader.ts';

/** The pages of the site, rendered and cached. */
export interface Pages {
  /** The location of a path without query; undefined for an unknown path. */
  readonly find: (path: string) => PageLocation | undefined;
  readonly notFound: () => PageLocation;
  /** In place of a page that is gone for good. */
  readonly gone: () => PageLocation;
  /** Every location there is now: articles come and go while the server runs. */
  readonly locations: () => readonly PageLocation[];
  /** The location of the page with the text of the guide; undefined while there is none. */
  readonly guide: () => Promise<PageLocation | undefined>;
  /** The page at a location. `search`, with its question mark, matters to pages that name parameters of it. */
  readonly page: (
    location: PageLocation,
    language: Language,
    search?: string,
  ) => Promise<CachedResponse>;
  /** The page at a location with a rejected form; rendered for this one response. */
  readonly render: (
    path: string,
    language: Language,
    options: { readonly form: RejectedForm },
  ) => Promise<CachedResponse>;
  /** Renders and compresses every page, one after the other, with time for requests in between, until `stop`. */
  readonly warm: (stop: AbortSignal) => Promise<void>;
  /** Renders every page anew with these facts and articles, while the earlier ones are served, and replaces all of them at once. */
  readonly publish: (shown: Pick<ShownSite, 'site' | 'articles'>) => Promise<void>;
  /** A page with facts or articles that are not published, for admins alone. */
  readonly preview: (path: string, language: Language, draft: Draft) => Promise<CachedResponse>;
  /** The facts that the app of these pages lays over its own, by their digest; for an unknown one the current ones. */
  readonly facts: (
    digest: string,
  ) => Promise<{ readonly text: string; readonly isLasting: boolean }>;
}

/** What a preview shows in place of what is published. */
interface Draft {
  readonly site: SiteConfig;
  /** The whole site with other articles. */
  readonly files?: SiteFiles;
  /** As a device of this colour scheme shows it, whatever that of the admin is. */
  readonly scheme?: ColourScheme | undefined;
}

const minuteOf = (now: EpochMs) => Math.floor(now / minuteMs) * minuteMs;

/** The not-found page, which says that the page is gone. */
const goneOf = ({ notFound }: Prerender): PageLocation => ({
  ...notFound,
  path: '/gone',
  value: 'gone',
});

const allOf = (prerender: Prerender): readonly PageLocation[] => [
  ...prerender.locations,
  prerender.notFound,
  goneOf(prerender),
];

/**
 * Creates the pages of a site. Its state and that of the database are read before each response, so a published article,
 * a new e-book and facts that another process saved show at once.
 */
export function createPages(
  live: LaidSite,
  config: Config,
  state: Pick<PageState, 'stored' | 'shown'>,
  {
    clock,
    mayRender = renderBudget(60, 20),
    readGuide = async () => undefined,
    isSetUp = async () => false,
  }: {
    readonly clock: Clock;
    readonly mayRender?: () => boolean;
    readonly readGuide?: GuideReader;
    /** Whether there is an admin. */
    readonly isSetUp?: () => Promise<boolean>;
  },
): Pages {
  const versions = pageVersions(config);
  let shown = versions.of({ ...config.site });
  let site: SiteFiles | undefined;
  let byPath: ReadonlyMap<string, PageLocation> = new Map();
  let kept = new Map<string, Promise<CachedResponse>>();
  let keptFor = '';
  /** The state that was compared last; requests of one turn have the same. */
  let seen: StoredState | undefined;
  let keptGuide: ShownGuide | undefined;
  /** The minute that the kept copy of a timed page shows. */
  const timedFor = new Map<string, EpochMs>();

  /** The site now; pages of an earlier state are forgotten. */
  function siteNow(): SiteFiles {
    const current = live.current();
    if (current !== site) {
      site = current;
      byPath = new Map(current.prerender.locations.map((location) => [location.path, location]));
      kept = new Map();
    }
    return current;
  }

  const find = (path: string) => {
    siteNow();
    return byPath.get(path);
  };

  const write = (
    parts: Omit<PageRequest, 'version'> & { readonly version?: PageVersion },
    files: SiteFiles = siteNow(),
  ) => pageResponse(files, minuteOf(clock.now()), { version: shown, ...parts });

  /** The e-book of a state; forgets the pages that show another one. */
  function ebookOf(stored: StoredState): EbookSummary | undefined {
    const { ebook } = stored;
    if (stored === seen) return ebook;
    seen = stored;
    const summary = JSON.stringify(ebook ?? null);
    if (summary !== keptFor) {
      kept = new Map();
      keptFor = summary;
    }
    return ebook;
  }

  /** The active e-book, once the pages show the facts that any process saved. */
  const current = async () => ebookOf(await state.shown());

  /** The text of the guide; forgets the pages that show another one. */
  async function guideNow(): Promise<ShownGuide | undefined> {
    const guide = await readGuide();
    if (guide !== keptGuide) {
      kept = new Map();
      keptGuide = guide;
    }
    return guide;
  }

  const isOfGuide = ({ page }: Pick<PageLocation, 'page'>) => page.id.startsWith('guide');

  /** What the pages of the guide show beside the facts, and all others show of the e-book alone. */
  const ofGuide = (
    { page }: PageLocation,
    ebook: EbookSummary | undefined,
    guide: ShownGuide | undefined,
  ) => {
    if (!ebook || !guide || !isOfGuide({ page })) return { ebook };
    return { ebook: { ...ebook, isPage: true as const }, guide: guide.page };
  };

  /** What the app of a page would find out later, and move the page for. */
  async function foresee({ page: { id } }: PageLocation, search: string) {
    if (id === 'auth' && afterSignInPath(new URLSearchParams(search).get('redirect')) !== '/')
      return { leadsOn: true } as const;
    return id === 'admin-setup' && (await inTime(isSetUp()).catch(() => false))
      ? ({ isSetUp: true } as const)
      : {};
  }

  async function page(
    location: PageLocation,
    language: Language,
    search = '',
  ): Promise<CachedResponse> {
    const guide = isOfGuide(location) ? await guideNow() : undefined;
    const foreseen = await foresee(location, search);
    const shown = { ...ofGuide(location, await current(), guide), foreseen };
    const query = queryOf(location, search);
    // Above the budget the page comes without its query, which the script of the page applies.
    if (siteNow().develop || (query && mayRender()))
      return write({ location, path: location.path + query, language, ...shown });
    const key = `${language}${location.path}${Object.keys(foreseen)}`;
    const known = kept.get(key);
    const minute = minuteOf(clock.now());
    if (known && (!location.page.isTimed || timedFor.get(key) === minute)) return known;
    if (location.page.isTimed) timedFor.set(key, minute);
    const cache = kept;
    const made = write({ location, path: location.path, language, ...shown });
    cache.set(key, made);
    made.catch(() => cache.delete(key));
    return made;
  }

  async function publish({ site, articles }: Pick<ShownSite, 'site' | 'articles'>): Promise<void> {
    const version = versions.of(site);
    const fresh = new Map<string, Promise<CachedResponse>>();
    const guide = await guideNow();
    const ebook = ebookOf(await state.stored());
    const [madeFor, madeOf] = [keptFor, live.with(articles)];
    for (const location of madeOf.develop ? [] : allOf(madeOf.prerender)) {
      for (const language of languages) {
        const parts = { location, path: location.path, language, version };
        const made = write({ ...parts, ...ofGuide(location, ebook, guide) }, madeOf);
        fresh.set(`${language}${location.path}`, Promise.resolve(await made));
        // Requests come first: each page is rendered in a turn of the event loop of its own.
        await nextTurn();
      }
    }
    live.lay(articles);
    shown = version;
    // They lack an e-book or an article that was published meanwhile.
    const isCurrent = madeFor === keptFor && guide === keptGuide && madeOf === siteNow();
    kept = isCurrent ? fresh : new Map();
  }

  return {
    find,
    notFound: () => siteNow().prerender.notFound,
    gone: () => goneOf(siteNow().prerender),
    locations: () => siteNow().prerender.locations,
    guide: async () => {
      const guide = await guideNow();
      return guide && siteNow().prerender.guide(guide.changedOn);
    },
    page,
    render: async (path, language, { form }) => {
      const location = find(path) ?? siteNow().prerender.notFound;
      return write({ location, path: location.path, language, ebook: await current(), form });
    },
    warm: async (stop) => {
      const { prerender } = siteNow();
      for (const location of allOf(prerender)) {
        for (const language of languages) {
          if (stop.aborted) return;
          const response = await page(location, language);
          await response.encoded('br');
        }
      }
    },
    publish,
    preview: async (path, language, { site, files = siteNow(), scheme }) => {
      const { locations, notFound } = files.prerender;
      const location = locations.find((one) => one.path === path) ?? notFound;
      // No script runs in a preview, so its facts need no digest.
      const version = { runtime: runtimeConfig(config, site), digest: undefined };
      const ebook = ebookOf(await state.stored());
      const parts = { location, path: location.path, language, ebook, version };
      return write({ ...parts, isPreview: true, scheme }, files);
    },
    facts: async (digest) => {
      const found = versions.factsOf(digest);
      if (found.isLasting) return found;
      // Another process sent the page, and the facts with it are news to this one.
      await current();
      return versions.factsOf(digest);
    },
  };
}
