import { isLanguage, type Language, requestLanguage } from '@coachsite/core/language';
import type { FastifyRequest } from 'fastify';

/** The cookie of the language. Those of a request that is rejected early are not read yet. */
export function languageCookieOf({ cookies, headers, server }: FastifyRequest): string | undefined {
  const read = cookies as typeof cookies | null;
  return (read ?? server.parseCookie(headers.cookie ?? '')).language;
}

/** The language in the query; the first one if there are several. */
export function requestedLanguage(request: FastifyRequest): unknown {
  const { lang } = (request.query ?? {}) as { lang?: unknown };
  return Array.isArray(lang) ? lang[0] : lang;
}

/** The language of a request: the query parameter, else the cookie, else Dutch. Source: docs/law-and-search.md#F1. */
export function languageOf(request: FastifyRequest): Language {
  return requestLanguage({ query: requestedLanguage(request), cookie: languageCookieOf(request) });
}

/** The query that repeats the requested language where no cookie holds it; else empty. */
export function languageToRepeat(request: FastifyRequest): string {
  const asked = requestedLanguage(request);
  return isLanguage(asked) && languageCookieOf(request) !== asked ? `?lang=${asked}` : '';
}
