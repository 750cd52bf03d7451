export {
  defaultLanguage,
  initialLanguage,
  isLanguage,
  type Language,
  type LanguageSwitch,
  languageCookie,
  languages,
  languageUrl,
  type OfferedLanguages,
  requestLanguage,
  switchLanguage,
} from './language.ts';
