export { isAllowedRedirect, safeRedirect } from './redirect.ts';
export { canonicalUrl, cleanUrl, isLoopbackHost, parsedUrl } from './url.ts';
