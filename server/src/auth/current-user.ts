import type { CrossSiteError } from '@coachsite/core/roles';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Result } from 'neverthrow';
import { type Authenticated, type MemberError, requireCurrentUser } from '../access/actor.ts';
import { requireSameOrigin } from '../access/cross-site.ts';
import { type Throttle, type Throttled, throttle } from '../access/throttle.ts';
import { sendAuthError } from './errors.ts';
import type { AuthScope } from './scope.ts';

/** Whether the request asks for cookies in place of tokens. Source: docs/contract.md#4. */
export function wantsCookies(request: FastifyRequest): boolean {
  return request.headers['x-session-transport'] === 'cookie';
}

/** `reading`: nothing is changed or sent, so the origin does not matter. */
type Purpose = 'reading' | 'changing';

/** The current user. Errors as in docs/wire.md#4.15, and `cross_site_request` for a change by cookie. */
export function requireUser(
  { ports, config }: AuthScope,
  request: FastifyRequest,
  purpose: Purpose,
): Promise<Result<Authenticated, MemberError>> {
  return requireCurrentUser(request, ports, config, purpose);
}

/** Errors of `gate` with a limit. */
export type GateError = CrossSiteError | Throttled;

/**
 * A hook that runs before the body is read: requires the same origin in cookie mode and applies the rate limit. Sends
 * the error itself.
 */
export function gate({ ports, config }: AuthScope, limit?: Throttle) {
  return async (
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply | undefined> => {
    if (wantsCookies(request)) {
      const sameOrigin = requireSameOrigin(request, config);
      if (sameOrigin.isErr()) return sendAuthError(request, reply, sameOrigin.error);
    }
    if (!limit) return undefined;
    const counted = await throttle(request, ports, config, limit);
    return counted.isErr() ? sendAuthError(request, reply, counted.error) : undefined;
  };
}
