import type { OfProduct, RequiredOfProduct } from '../kernel/index.ts';
import { isPathOfSite } from '../text/index.ts';

/** The languages of the specification, the default one first. Source: docs/rules.md#9. */
export const languages = ['nl', 'en'] as const;

/** A language of the product: `nl` or `en`, unless it declares its own. Source: docs/decisions/0047-another-product.md. */
export type Language = OfProduct<'language', (typeof languages)[number]>;

/** The languages that a product offers, the default one first. */
export type OfferedLanguages = readonly [Language, ...Language[]];

/** The last argument of a rule of languages: those of the product, which it has to pass once it declares `language`. */
export type OfferedArgument = RequiredOfProduct<'language', [offered: OfferedLanguages]>;

/** The languages offered, the default one first: required once the product declares `language`, else those of the specification. */
export type OffersLanguages = RequiredOfProduct<
  'language',
  { readonly languages: OfferedLanguages }
>;

/** The language of a visitor who has chosen none, in the specification. Source: docs/rules.md#4. */
export const defaultLanguage: 'nl' = 'nl';

/** Whether `value` is exactly an offered language; other spellings are rejected. Source: docs/rules.md#reading-language. */
export const isLanguage: (
  value: unknown,
  ...offered: RequiredOfProduct<'language', [offered: readonly Language[]]>
) => value is Language = (value, offered: readonly Language[] = languages): value is Language =>
  offered.includes(value as Language);

/** The initial language: the stored one, else the default. The browser's language is ignored. */
export function initialLanguage(stored: unknown, ...offered: OfferedArgument): Language;
export function initialLanguage(stored: unknown, offered: OfferedLanguages = languages): Language {
  return isLanguage(stored, offered) ? stored : offered[0];
}

/** The language of a request: `?lang=`, else the cookie `language`, else the default. Source: docs/law-and-search.md#F1. */
export function requestLanguage(
  request: { readonly query: unknown; readonly cookie: unknown },
  ...offered: OfferedArgument
): Language;
export function requestLanguage(
  request: { readonly query: unknown; readonly cookie: unknown },
  offered: OfferedLanguages = languages,
): Language {
  return initialLanguage(
    isLanguage(request.query, offered) ? request.query : request.cookie,
    offered,
  );
}

/** The cookie that stores a chosen language for a year, for `Set-Cookie` and `document.cookie`. */
export function languageCookie(language: Language, isSecure: boolean): string {
  return `language=${language}; Path=/; Max-Age=31536000; SameSite=Lax${isSecure ? '; Secure' : ''}`;
}

/** The URL of `path` (without a query) in a language: all but the default one add `?lang=`. Source: docs/law-and-search.md#F3. */
export function languageUrl(path: string, language: string, ...offered: OfferedArgument): string;
export function languageUrl(
  path: string,
  language: string,
  offered: OfferedLanguages = languages,
): string {
  const known = initialLanguage(language, offered);
  return known === offered[0] ? path : `${path}?lang=${known}`;
}

/** What a change of language does. */
export interface LanguageSwitch {
  /** What to store under `language`. */
  readonly stored: Language;
  /** The path to go to, or `null` to stay. */
  readonly navigateTo: string | null;
  /** The new value of the last path, which is used only once. */
  readonly lastPathAfter: null;
}

/** Changes the language: stores it and returns to the remembered path, if that belongs to this site. */
export function switchLanguage(change: {
  readonly to: Language;
  readonly lastPath: string | null | undefined;
}): LanguageSwitch {
  return {
    stored: change.to,
    navigateTo: isPathOfSite(change.lastPath) ? change.lastPath : null,
    lastPathAfter: null,
  };
}
