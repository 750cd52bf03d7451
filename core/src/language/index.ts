export { withClock } from './clock.ts';
export {
  defaultLanguage,
  initialLanguage,
  isLanguage,
  type Language,
  type LanguageSwitch,
  languageCookie,
  languages,
  languageUrl,
  type OfferedArgument,
  type OfferedLanguages,
  type OffersLanguages,
  requestLanguage,
  switchLanguage,
} from './language.ts';
