export { isAllowedRedirect, safeRedirect } from './redirect.ts';
export { canonicalUrl, cleanUrl, isLoopbackHost } from './url.ts';
