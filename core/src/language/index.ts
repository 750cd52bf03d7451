export {
  defaultLanguage,
  initialLanguage,
  isLanguage,
  type Language,
  languageCookie,
  languages,
  languageUrl,
  requestLanguage,
  switchLanguage,
} from './language.ts';
