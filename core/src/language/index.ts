export {
  defaultLanguage,
  initialLanguage,
  isLanguage,
  type Language,
  languageCookie,
  languages,
  languageUrl,
  type OfferedLanguages,
  requestLanguage,
  switchLanguage,
} from './language.ts';
