export { isAllowedRedirect, safeRedirect } from './redirect.ts';
export { canonicalUrl, cleanUrl, isLoopbackHost, type ParsedUrl, parsedUrl } from './url.ts';
