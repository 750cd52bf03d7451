import { isLanguage, languageCookie } from '@coachsite/core/language';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config/config.ts';
import type { CachedResponse } from '../http/cached-response.ts';
import { languageCookieOf, languageOf, requestedLanguage } from '../http/language.ts';
import { sendCached } from '../http/send-cached.ts';

/**
 * Sends the cookie of a chosen language again, because Safari clears script-written storage after 7 days.
 * Source: docs/law-and-search.md#F6, docs/law-and-search.md#F7.
 */
export function mirrorLanguage(request: FastifyRequest, reply: FastifyReply, config: Config): void {
  if (!isLanguage(requestedLanguage(request)) && !isLanguage(languageCookieOf(request))) return;
  reply.header('set-cookie', languageCookie(languageOf(request), config.isHttps));
}

/** Sends a page in the best encoding, or 304 to a client that has it. */
export async function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  config: Config,
  { response, status = 200 }: { readonly response: CachedResponse; readonly status?: number },
): Promise<FastifyReply> {
  mirrorLanguage(request, reply, config);
  return sendCached(request, reply, response, status);
}
