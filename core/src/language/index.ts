export { isPathOfSite } from '../text/index.ts';
export {
  defaultLanguage,
  initialLanguage,
  isLanguage,
  type Language,
  languageAddress,
  languageCookie,
  languages,
  requestLanguage,
  switchLanguage,
} from './language.ts';
