import { type Language, languages } from '@coachsite/core/language';
import type { Config } from '../config/config.ts';
import { type Copy, makeCopy } from '../http/cached-response.ts';
import { pageDocument } from './page-document.ts';
import type { Address, Facts, ReturnedForm, SiteFiles } from './site-files.ts';

/** What pages show of the active e-book. */
export type EbookFacts = NonNullable<Facts['ebook']>;

/** The pages of the site, rendered and kept. */
export interface Pages {
  /** The address behind a path without query, or undefined: the not-found page. */
  readonly find: (path: string) => Address | undefined;
  readonly notFound: Address;
  readonly addresses: readonly Address[];
  /** The page at an address. `search` (with its question mark) only matters to pages whose address holds filters. */
  readonly page: (address: Address, language: Language, search?: string) => Promise<Copy>;
  /** The page at an address with a form that was sent back; rendered for this one answer. */
  readonly render: (
    path: string,
    language: Language,
    options: { readonly form: ReturnedForm },
  ) => Promise<Copy>;
  /** Renders and compresses every page, one after the other, leaving room for requests in between. */
  readonly warm: () => Promise<void>;
}

/** Filters of the shop that change what is rendered. Source: architecture section i (filters live in the address). */
function filtersOf(address: Address, search: string): string {
  if (address.page.id !== 'shop' || search === '') return '';
  const given = new URLSearchParams(search);
  const kept = new URLSearchParams();
  for (const name of ['q', 'type']) {
    const value = given.get(name);
    if (value) kept.set(name, value.slice(0, 100));
  }
  return kept.size > 0 ? `?${kept}` : '';
}

/** Builds the pages on the site's files. `activeEbook` is asked before each answer, so a replacement shows at once. */
export function createPages(
  { prerender, manifest, develop }: SiteFiles,
  config: Config,
  activeEbook: () => Promise<EbookFacts | undefined>,
): Pages {
  const byPath = new Map(prerender.addresses.map((address) => [address.path, address]));
  const fixed = {
    origin: config.publicUrl,
    bookingUrl: config.bookingUrl,
    analyticsId: config.analyticsId,
    signIn: {
      email: config.auth.email,
      signUp: config.auth.email && config.auth.signUp,
      providers: config.auth.oauthProviders.map(({ name }) => name),
      sso: config.auth.ssoProviders.length > 0,
      linkMinutes: Math.floor(config.auth.linkTtlSeconds / 60),
      codeMinutes: Math.floor(config.auth.codeTtlSeconds / 60),
    },
    ...(config.auth.captcha && {
      captcha: { provider: config.auth.captcha.provider, siteKey: config.auth.captcha.siteKey },
    }),
  };
  let kept = new Map<string, Promise<Copy>>();
  let keptFor = '';

  async function write(
    address: Address,
    path: string,
    language: Language,
    ebook: EbookFacts | undefined,
    form?: ReturnedForm,
  ): Promise<Copy> {
    const facts = { ...fixed, ebook };
    const [rendered, { structuredData }] = await Promise.all([
      prerender.render(path, language, facts, form),
      prerender.describe(address, language, facts),
    ]);
    const parts = { address, language, facts, form, structuredData, ...rendered };
    const { html, contentSecurityPolicy } = pageDocument(parts, manifest);
    const isKept = form === undefined && path === address.path;
    return makeCopy(
      develop ? await develop(html, path) : html,
      {
        'content-type': 'text/html; charset=utf-8',
        'content-language': language,
        'content-security-policy': develop ? "frame-ancestors 'none'" : contentSecurityPolicy,
        'cross-origin-opener-policy': 'same-origin',
        'cache-control': form ? 'no-store' : 'private, no-cache',
        vary: 'Cookie, Accept-Encoding',
        ...(address.page.indexable ? {} : { 'x-robots-tag': 'noindex' }),
      },
      isKept,
    );
  }

  let asked: Promise<EbookFacts | undefined> | undefined;

  /** The active e-book; requests that arrive in one turn of the event loop share one look. */
  function ebookNow(): Promise<EbookFacts | undefined> {
    if (!asked) {
      setImmediate(() => {
        asked = undefined;
      });
      asked = activeEbook().then((ebook) => {
        const facts = JSON.stringify(ebook ?? null);
        if (facts !== keptFor) {
          kept = new Map();
          keptFor = facts;
        }
        return ebook;
      });
    }
    return asked;
  }

  async function page(address: Address, language: Language, search = ''): Promise<Copy> {
    const ebook = await ebookNow();
    const filters = filtersOf(address, search);
    if (filters || develop) return write(address, address.path + filters, language, ebook);
    const key = `${language}${address.path}`;
    const known = kept.get(key);
    if (known) return known;
    const shelf = kept;
    const made = write(address, address.path, language, ebook);
    shelf.set(key, made);
    made.catch(() => shelf.delete(key));
    return made;
  }

  return {
    find: (path) => byPath.get(path),
    notFound: prerender.notFound,
    addresses: prerender.addresses,
    page,
    render: async (path, language, { form }) => {
      const address = byPath.get(path) ?? prerender.notFound;
      return write(address, address.path, language, await activeEbook(), form);
    },
    warm: async () => {
      for (const address of [...prerender.addresses, prerender.notFound]) {
        for (const language of languages) {
          const copy = await page(address, language);
          await Promise.all([copy.encoded('br'), copy.encoded('gzip')]);
        }
      }
    },
  };
}
