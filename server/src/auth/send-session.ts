import { type GrantedSession, provenLevel } from '@coachsite/core/session';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Authenticated } from '../access/actor.ts';
import { setSessionCookies } from '../http/session-cookies.ts';
import { wantsCookies } from './current-user.ts';
import { toSessionJson, toTokenlessJson } from './json.ts';
import { tellOfDevice } from './known-device.ts';
import type { AuthScope } from './scope.ts';

/** A session to send. */
interface SentSession {
  readonly granted: GrantedSession;
  readonly extra?: object;
  /** How the request was authorised; absent where it proved something else than a session. */
  readonly via?: Authenticated['via'];
}

/** Whether a sign-in has just begun it; a refresh and a second factor go on with it. */
const isNew = ({ session: { refresh, refreshedAt } }: GrantedSession) =>
  refresh.counter === 0 && refreshedAt === undefined;

/**
 * Sends a session as JSON. If the request asks for cookies or was authorised by one, the tokens are sent in cookies and
 * the JSON lacks them: a script that can use a cookie must not get its tokens. Source: docs/contract.md#4,
 * docs/security.md#SE-10.
 */
export async function sendSession(
  scope: AuthScope,
  request: FastifyRequest,
  reply: FastifyReply,
  { granted, extra = {}, via }: SentSession,
): Promise<FastifyReply> {
  const { ports, config } = scope;
  const factors = await ports.factors.ofUser(granted.user.id);
  if (isNew(granted)) await tellOfDevice(scope, request, reply, granted);
  if (!wantsCookies(request) && via !== 'cookie')
    return reply.send({ ...toSessionJson(granted, factors), ...extra });
  setSessionCookies(reply, config, granted);
  return reply.send({
    ...toTokenlessJson(granted, factors),
    // The site's pages cannot read the token, and ask for a second factor by what this site asks for.
    aal: provenLevel(granted.session),
    ...extra,
  });
}
