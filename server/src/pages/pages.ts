import type {
  EbookSummary,
  PageLocation,
  RejectedForm,
  RuntimeConfig,
} from '@coachsite/adapters/contract';
import { type Language, languages } from '@coachsite/core/language';
import type { Config } from '../config/config.ts';
import { type CachedResponse, makeCachedResponse } from '../http/cached-response.ts';
import type { LiveSite } from './live-site.ts';
import { pageDocument } from './page-document.ts';
import { renderBudget } from './render-budget.ts';
import type { SiteFiles } from './site-files.ts';

/** The pages of the site, rendered and cached. */
export interface Pages {
  /** The location of a path without query; undefined for an unknown path. */
  readonly find: (path: string) => PageLocation | undefined;
  readonly notFound: () => PageLocation;
  /** Every location there is now: articles come and go while the server runs. */
  readonly locations: () => readonly PageLocation[];
  /** The page at a location. `search` (with its question mark) only matters to pages with filters in their query. */
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
  /** Renders and compresses every page, one after the other, with time for requests in between. */
  readonly warm: () => Promise<void>;
}

/** Filters of the shop that change what is rendered. Source: docs/design.md#6.5. */
function filtersOf(location: PageLocation, search: string): string {
  if (location.page.id !== 'shop' || search === '') return '';
  const given = new URLSearchParams(search);
  const kept = new URLSearchParams();
  for (const name of ['q', 'type']) {
    const value = given.get(name);
    if (value) kept.set(name, value.slice(0, 100));
  }
  return kept.size > 0 ? `?${kept}` : '';
}

/** What pages show of the configuration of this server, without the e-book, which can change at any time. */
export function runtimeConfig(config: Config): RuntimeConfig {
  const { email, signUp, oauthProviders, ssoProviders, captcha, ...lifetimes } = config.auth;
  return {
    origin: config.publicUrl,
    site: config.site,
    bookingUrl: config.bookingUrl,
    analyticsId: config.analyticsId,
    signIn: {
      email,
      signUp: email && signUp,
      providers: oauthProviders.map(({ name }) => name),
      sso: ssoProviders.length > 0,
      linkMinutes: Math.floor(lifetimes.linkTtlSeconds / 60),
      codeMinutes: Math.floor(lifetimes.codeTtlSeconds / 60),
    },
    ...(captcha && { captcha: { provider: captcha.provider, siteKey: captcha.siteKey } }),
  };
}

/**
 * Creates the pages of a site. Its state and `activeEbook` are read before each response, so a published article and a
 * new e-book show at once.
 */
export function createPages(
  live: LiveSite,
  config: Config,
  activeEbook: () => Promise<EbookSummary | undefined>,
  mayRender: () => boolean = renderBudget(60, 20),
): Pages {
  const fixed = runtimeConfig(config);
  let site: SiteFiles | undefined;
  let byPath: ReadonlyMap<string, PageLocation> = new Map();
  let kept = new Map<string, Promise<CachedResponse>>();
  let keptFor = '';

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

  async function write({
    location,
    path,
    language,
    ebook,
    form,
  }: {
    readonly location: PageLocation;
    readonly path: string;
    readonly language: Language;
    readonly ebook: EbookSummary | undefined;
    readonly form?: RejectedForm;
  }): Promise<CachedResponse> {
    const { prerender, manifest, develop } = siteNow();
    const runtime = { ...fixed, ebook };
    const [rendered, { structuredData }] = await Promise.all([
      prerender.render(path, language, runtime, form),
      prerender.describe(location, language, runtime),
    ]);
    const parts = { location, language, config: runtime, form, structuredData, ...rendered };
    const { html, contentSecurityPolicy } = pageDocument(parts, manifest);
    const isKept = form === undefined && path === location.path;
    return makeCachedResponse(
      develop ? await develop(html, path) : html,
      {
        'content-type': 'text/html; charset=utf-8',
        'content-language': language,
        'content-security-policy': develop ? "frame-ancestors 'none'" : contentSecurityPolicy,
        'cross-origin-opener-policy': 'same-origin',
        'cache-control': form ? 'no-store' : 'private, no-cache',
        vary: 'Cookie, Accept-Encoding',
        ...(location.page.indexable ? {} : { 'x-robots-tag': 'noindex' }),
      },
      isKept,
    );
  }

  let asked: Promise<EbookSummary | undefined> | undefined;

  /** The active e-book; requests that arrive in one turn of the event loop share one read. */
  function ebookNow(): Promise<EbookSummary | undefined> {
    if (!asked) {
      setImmediate(() => {
        asked = undefined;
      });
      asked = activeEbook().then((ebook) => {
        const summary = JSON.stringify(ebook ?? null);
        if (summary !== keptFor) {
          kept = new Map();
          keptFor = summary;
        }
        return ebook;
      });
    }
    return asked;
  }

  async function page(
    location: PageLocation,
    language: Language,
    search = '',
  ): Promise<CachedResponse> {
    const ebook = await ebookNow();
    const filters = filtersOf(location, search);
    // Above the budget the page comes without its filters, which the script of the page applies.
    if (siteNow().develop || (filters && mayRender()))
      return write({ location, path: location.path + filters, language, ebook });
    const key = `${language}${location.path}`;
    const known = kept.get(key);
    if (known) return known;
    const cache = kept;
    const made = write({ location, path: location.path, language, ebook });
    cache.set(key, made);
    made.catch(() => cache.delete(key));
    return made;
  }

  return {
    find,
    notFound: () => siteNow().prerender.notFound,
    locations: () => siteNow().prerender.locations,
    page,
    render: async (path, language, { form }) => {
      const location = find(path) ?? siteNow().prerender.notFound;
      return write({ location, path: location.path, language, ebook: await activeEbook(), form });
    },
    warm: async () => {
      const { prerender } = siteNow();
      for (const location of [...prerender.locations, prerender.notFound]) {
        for (const language of languages) {
          const copy = await page(location, language);
          await Promise.all([copy.encoded('br'), copy.encoded('gzip')]);
        }
      }
    },
  };
}
