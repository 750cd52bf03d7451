/**
 * A text with times of day such as `14:38`, which `Intl` writes in every language, as the language writes them: 14.38 in
 * Dutch, 14:38 in English. Source: docs/rules.md#reading-language.
 */
export const withClock = (text: string, language: string): string =>
  language === 'nl' ? text.replaceAll(/(\d):(?=\d)/g, '$1.') : text;
