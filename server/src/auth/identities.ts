import { AuthorizeQuery, EmptyResponse, UrlResponse } from '@coachsite/adapters/contract';
import { readChallenge } from '@coachsite/core/federation';
import { isUuid } from '@coachsite/core/kernel';
import { startLink, unlinkIdentity } from '@coachsite/core/profile';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type MemberError, memberErrors } from '../access/actor.ts';
import { isCrossSite } from '../access/cross-site.ts';
import { requestContext } from '../access/throttle.ts';
import { federationSettings } from '../config/auth-settings.ts';
import { documentsErrors } from '../http/documented-errors.ts';
import { type GateError, gate, requireUser } from './current-user.ts';
import { authErrors, sendAuthError, sendInvalid } from './errors.ts';
import { keepFlowSecret } from './flow-cookie.ts';
import { redirectTarget, visitorLanguage } from './link-request.ts';
import { goes } from './redirect.ts';
import { type AuthScope, authLimits } from './scope.ts';

/** Rejects requests while linking is switched off. Source: docs/wire.md#4.11. */
function whereLinkingIsOn({ config }: AuthScope) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> =>
    config.auth.linking ? undefined : sendLinkingOff(request, reply);
}

/** Sends the error for linking while it is switched off. */
export const sendLinkingOff = (request: FastifyRequest, reply: FastifyReply): FastifyReply =>
  sendAuthError(request, reply, { kind: 'manual_linking_disabled' });

/** Links a provider to the current user, and unlinks it. Source: docs/security.md#FD-5. */
export function identityRoutes(scope: AuthScope): void {
  const { app, ports, config } = scope;
  const settings = federationSettings(config);

  app.get(
    '/user/identities/authorize',
    {
      exposeHeadRoute: false,
      onRequest: [whereLinkingIsOn(scope), gate(scope, authLimits.flow)],
      config: documentsErrors<
        | MemberError
        | 'manual_linking_disabled'
        | GateError
        | typeof readChallenge
        | typeof startLink
      >(authErrors('identities'))([
        ...memberErrors,
        'unsupported_provider',
        'provider_unavailable',
        'provider_rejected',
        'invalid_code_challenge',
        'user_sso_managed',
        'insufficient_aal',
        'reauthentication_needed',
        'over_request_rate_limit',
        'manual_linking_disabled',
      ]),
      schema: {
        operationId: 'linkIdentity',
        summary: 'Redirects to a provider to link an identity',
        querystring: AuthorizeQuery,
        response: { 200: UrlResponse, 302: goes('To the provider') },
      },
    },
    async (request, reply) => {
      // It begins a flow, so by cookie it must be same-origin, although it is a GET.
      const currentUser = await requireUser(scope, request, 'changing');
      if (currentUser.isErr()) return sendAuthError(request, reply, currentUser.error);
      const { query } = request;
      const challenge = readChallenge(query.code_challenge, query.code_challenge_method);
      if (challenge.isErr()) return sendAuthError(request, reply, challenge.error);
      // The link must end in the client where it began. A client that stores no cookies proves that with its verifier
      // when it exchanges the code. Other clients, such as the site's pages, prove it with the cookie set here, which a
      // foreign origin cannot get.
      const isExchanged = currentUser.value.via === 'bearer' && challenge.value !== undefined;
      if (currentUser.value.via === 'bearer' && !isExchanged && isCrossSite(request, config)) {
        const message = 'Linking from another origin requires PKCE: set flowType to "pkce"';
        return sendInvalid(request, reply, message);
      }
      const providerUrl = await startLink(ports, settings, {
        ...currentUser.value,
        provider: query.provider ?? '',
        redirectTo: redirectTarget(request, config, query.redirect_to),
        challenge: challenge.value,
        scopes: query.scopes ?? '',
        query,
        browserSecret: isExchanged ? undefined : keepFlowSecret(scope, request, reply),
      });
      if (providerUrl.isErr())
        return sendAuthError(request, reply, providerUrl.error, 'identities');
      if (query.skip_http_redirect !== 'true') return reply.redirect(providerUrl.value, 302);
      return reply.send({ url: providerUrl.value });
    },
  );

  app.delete(
    '/user/identities/:id',
    {
      onRequest: [whereLinkingIsOn(scope), gate(scope)],
      config: documentsErrors<MemberError | 'manual_linking_disabled' | typeof unlinkIdentity>(
        authErrors(),
        { 404: ['validation_failed'] },
      )([
        ...memberErrors,
        'identity_not_found',
        'single_identity_not_deletable',
        'email_conflict_identity_not_deletable',
        'insufficient_aal',
        'manual_linking_disabled',
      ]),
      schema: {
        operationId: 'unlinkIdentity',
        summary: 'Unlinks an identity',
        params: z.object({ id: z.string().toLowerCase() }),
        response: { 200: EmptyResponse },
      },
    },
    async (request, reply) => {
      const currentUser = await requireUser(scope, request, 'changing');
      if (currentUser.isErr()) return sendAuthError(request, reply, currentUser.error);
      const { id } = request.params;
      if (!isUuid(id)) {
        const message = 'identity_id must be an UUID';
        return sendInvalid(request, reply, message, { status: 404 });
      }
      const unlinked = await unlinkIdentity(ports, {
        ...currentUser.value,
        identityId: id,
        language: visitorLanguage(request),
        context: requestContext(request),
      });
      if (unlinked.isErr()) return sendAuthError(request, reply, unlinked.error);
      return reply.send({});
    },
  );
}
