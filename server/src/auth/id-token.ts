import type { TokenBody } from '@coachsite/adapters/contract';
import { type IdTokenError, signInWithIdToken } from '@coachsite/core/federation';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { type Authenticated, memberErrors } from '../access/actor.ts';
import { requestContext, type Throttled, throttle } from '../access/throttle.ts';
import { federationSettings } from '../config/auth-settings.ts';
import { documentsErrors, type KindOf } from '../http/documented-errors.ts';
import { requireUser } from './current-user.ts';
import { authErrors, sendAuthError } from './errors.ts';
import { sendLinkingOff } from './identities.ts';
import { linkRequest } from './link-request.ts';
import { type AuthScope, authLimits } from './scope.ts';
import { sendSession } from './send-session.ts';

/**
 * Errors of the token itself have the OAuth form: never versioned, without a code. Source: docs/wire.md#1,
 * docs/wire.md#4.2.
 */
const oauthErrors = {
  bad_id_token: ['invalid request', 'Bad ID token'],
  provider_subject_missing: ['invalid request', 'Bad ID token'],
  unacceptable_audience: ['invalid request', 'Unacceptable audience in id_token'],
  id_token_nonce_missing: [
    'invalid request',
    'Passed nonce and nonce in id_token should either both exist or not.',
  ],
  invalid_nonce: ['invalid nonce', 'Nonces mismatch'],
} as const satisfies Partial<Record<IdTokenError['kind'], readonly [string, string]>>;

const hasOAuthForm = (kind: string): kind is keyof typeof oauthErrors =>
  Object.hasOwn(oauthErrors, kind);

/** The errors of this grant. Those of an access token only occur when an identity is linked to its user. */
export const { documentedErrors: idTokenErrors } = documentsErrors<
  | 'manual_linking_disabled'
  | Throttled
  | Exclude<KindOf<typeof signInWithIdToken>, keyof typeof oauthErrors>
>(authErrors('id_token'), authErrors()(memberErrors), {
  400: ['invalid request', 'invalid nonce'],
})([
  'signup_disabled',
  'manual_linking_disabled',
  'unsupported_provider',
  'provider_disabled',
  'provider_unavailable',
  'provider_email_needs_verification',
  'identity_already_exists',
  'user_sso_managed',
  'user_banned',
  'session_not_found',
  'insufficient_aal',
  'reauthentication_needed',
  'over_request_rate_limit',
]);

const sendOAuthError = (reply: FastifyReply, error: string, description: string) =>
  reply
    .code(400)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify({ error, error_description: description }));

/** POST /token?grant_type=id_token. */
export function idTokenGrant(scope: AuthScope) {
  const { ports, config } = scope;
  const settings = federationSettings(config);
  return async (
    request: FastifyRequest,
    reply: FastifyReply,
    body: NonNullable<z.infer<typeof TokenBody>>,
  ): Promise<FastifyReply> => {
    const counted = await throttle(request, ports, config, authLimits.verify);
    if (counted.isErr()) return sendAuthError(request, reply, counted.error);
    const { id_token: idToken, provider: name, issuer, client_id: clientId } = body;
    if (!idToken) return sendOAuthError(reply, 'invalid request', 'id_token required');
    if (!name && !(issuer && clientId)) {
      const description = 'provider or client_id and issuer required';
      return sendOAuthError(reply, 'invalid request', description);
    }
    let linkTo: Authenticated | undefined;
    if (body.link_identity && !config.auth.linking) return sendLinkingOff(request, reply);
    if (body.link_identity) {
      const currentUser = await requireUser(scope, request, 'changing');
      if (currentUser.isErr()) return sendAuthError(request, reply, currentUser.error);
      linkTo = currentUser.value;
    }
    const link = linkRequest(request, config, undefined);
    if (link.isErr()) return sendAuthError(request, reply, link.error);
    const signedIn = await signInWithIdToken(ports, settings, {
      provider: name ? { name } : { issuer: issuer ?? '', clientId: clientId ?? '' },
      idToken,
      accessToken: body.access_token || undefined,
      nonce: body.nonce || undefined,
      linkTo: linkTo?.session,
      link: link.value,
      context: requestContext(request),
    });
    if (signedIn.isOk()) {
      const granted = signedIn.value;
      return sendSession(scope, request, reply, { granted, ...(linkTo && { via: linkTo.via }) });
    }
    const { kind } = signedIn.error;
    if (hasOAuthForm(kind)) {
      const [error, description] = oauthErrors[kind];
      return sendOAuthError(reply, error, description);
    }
    return sendAuthError(request, reply, signedIn.error, 'id_token');
  };
}
