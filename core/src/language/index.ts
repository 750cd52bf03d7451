export { isPathOfSite } from '../text/index.ts';
export * from './language.ts';
