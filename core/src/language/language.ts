import { isPathOfSite } from '../text/index.ts';

/** The languages of the site. Source: docs/rules.md#9. */
export const languages = ['nl', 'en'] as const;

/** A language of the site. */
export type Language = (typeof languages)[number];

/** Source: docs/rules.md#4, docs/rules.md#9. */
export const defaultLanguage: Language = 'nl';

/** Whether `value` is exactly `nl` or `en`; other spellings are rejected. Source: docs/rules.md#reading-language. */
export function isLanguage(value: unknown): value is Language {
  return value === 'nl' || value === 'en';
}

/** The initial language: the stored one, else Dutch. The browser's language is ignored. Source: docs/rules.md#4. */
export function initialLanguage(stored: unknown): Language {
  return isLanguage(stored) ? stored : defaultLanguage;
}

/** The language of a request: `?lang=`, else the cookie `language`, else Dutch. Source: docs/law-and-search.md#F1. */
export function requestLanguage(request: {
  readonly query: unknown;
  readonly cookie: unknown;
}): Language {
  return isLanguage(request.query) ? request.query : initialLanguage(request.cookie);
}

/** The cookie that stores a chosen language for a year, for `Set-Cookie` and `document.cookie`. */
export function languageCookie(language: Language, isSecure: boolean): string {
  return `language=${language}; Path=/; Max-Age=31536000; SameSite=Lax${isSecure ? '; Secure' : ''}`;
}

/** The URL of `path` (without a query) in a language: English adds `?lang=en`. Source: docs/law-and-search.md#F3. */
export function languageUrl(path: string, language: string): string {
  return language === 'en' ? `${path}?lang=en` : path;
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

/**
 * Changes the language: stores it and returns to the remembered path, if that belongs to this site.
 * Source: docs/rules.md#4.
 */
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
