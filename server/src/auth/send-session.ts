import { assuranceLevel, type GrantedSession } from '@coachsite/core/session';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { setSessionCookies } from '../http/session-cookies.ts';
import { wantsCookies } from './current-user.ts';
import { toSessionJson, toTokenlessJson } from './json.ts';
import type { AuthScope } from './scope.ts';

/**
 * Sends a session: as JSON, or in cookies with JSON that lacks the tokens. Source: docs/contract.md#4,
 * docs/security.md#SE-10, docs/security.md#SE-14.
 */
export async function sendSession(
  { ports, config }: AuthScope,
  request: FastifyRequest,
  reply: FastifyReply,
  /** `extra` has further fields of the response. */
  { granted, extra = {} }: { readonly granted: GrantedSession; readonly extra?: object },
): Promise<FastifyReply> {
  const factors = await ports.factors.ofUser(granted.user.id);
  reply.header('cache-control', 'no-store');
  if (!wantsCookies(request)) return reply.send({ ...toSessionJson(granted, factors), ...extra });
  setSessionCookies(reply, config, granted);
  return reply.send({
    ...toTokenlessJson(granted, factors),
    // The site's pages cannot read the token that contains it.
    aal: assuranceLevel(granted.session),
    ...extra,
  });
}
