import { defaultLanguage, type Language, languages } from '@coachsite/core/language';
import type { PageLocation } from './pages.ts';

/** The languages in which a location exists. */
export const locationLanguages = ({ languages: own }: PageLocation): readonly Language[] =>
  own ?? languages;

/** The language of a location's content for a reader of `language`. Source: docs/law-and-search.md#F5. */
export function contentLanguage(location: PageLocation, language: string): Language {
  const own = locationLanguages(location);
  return own.find((one) => one === language) ?? own[0] ?? defaultLanguage;
}
