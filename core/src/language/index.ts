export { isPathOfSite } from '../text/index.ts';
export {
  defaultLanguage,
  initialLanguage,
  isLanguage,
  type Language,
  languageAddress,
  languages,
  requestLanguage,
  switchLanguage,
} from './language.ts';
