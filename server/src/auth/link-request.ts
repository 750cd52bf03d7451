import { type ChallengeError, readChallenge } from '@coachsite/core/federation';
import { initialLanguage, type Language } from '@coachsite/core/language';
import type { LinkRequest } from '@coachsite/core/sign-in';
import { isAllowedRedirect, safeRedirect } from '@coachsite/core/url';
import type { FastifyRequest } from 'fastify';
import type { Result } from 'neverthrow';
import type { Config } from '../config/config.ts';
import { wantsCookies } from './current-user.ts';

interface ChallengePair {
  readonly code_challenge?: string | null | undefined;
  readonly code_challenge_method?: string | null | undefined;
}

/**
 * Where a link may lead: the requested URL if it is allowed, else the site. A rejected origin is logged for the
 * operator, without the rest of the URL, which may contain a token. Source: docs/security.md#LN-5, docs/wire.md#14.
 */
export function redirectTarget(
  request: FastifyRequest,
  { publicUrl, auth }: Config,
  asked: string | undefined,
): string {
  if (asked && !isAllowedRedirect(asked, publicUrl, auth.redirectAllowList)) {
    const { origin = 'no URL' } = URL.parse(asked) ?? {};
    request.log.warn({ origin }, 'redirect_to is not allowed: the site is used instead');
  }
  return safeRedirect(asked, publicUrl, auth.redirectAllowList);
}

/** The visitor's language, for accounts that have none of their own. */
export function visitorLanguage(request: FastifyRequest): Language {
  return initialLanguage(request.cookies.language);
}

/** Reads the parameters of a request for a link. Errors: `invalid_code_challenge`. */
export function linkRequest(
  request: FastifyRequest,
  config: Config,
  redirectTo: string | undefined,
  pair: ChallengePair = {},
): Result<LinkRequest, ChallengeError> {
  const language = visitorLanguage(request);
  return readChallenge(pair.code_challenge, pair.code_challenge_method).map((challenge) => ({
    redirectTo: redirectTarget(request, config, redirectTo),
    transport: wantsCookies(request) ? 'cookie' : 'bearer',
    challenge,
    language,
  }));
}
