import type { i18n } from 'i18next';

/**
 * What the site uses of i18next. Two things offer it: i18next itself, which writes the pages, and the small part of it
 * that reaches browsers (`i18next-browser.ts`). Source: decision 0026.
 */
export type I18n = Pick<
  i18n,
  | 'language'
  | 't'
  | 'exists'
  | 'getFixedT'
  | 'hasResourceBundle'
  | 'addResourceBundle'
  | 'changeLanguage'
> & {
  readonly on: (event: 'languageChanged', listener: (language: string) => void) => void;
  readonly off: (event: 'languageChanged', listener: (language: string) => void) => void;
};
