import { AcsBody, SsoBody, UrlResponse } from '@coachsite/adapters/contract';
import { finishSso, readChallenge, startSso } from '@coachsite/core/federation';
import { isUuid } from '@coachsite/core/kernel';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { requestContext } from '../access/throttle.ts';
import { federationSettings } from '../config/auth-settings.ts';
import { acceptForms } from '../http/body.ts';
import type { App } from '../http/create-app.ts';
import { documentsErrors } from '../http/documented-errors.ts';
import { type GateError, gate } from './current-user.ts';
import { authErrors, sendAuthError, sendInvalid } from './errors.ts';
import { tellOfDevice } from './known-device.ts';
import { redirectTarget } from './link-request.ts';
import { errorParameters, goes, returnUrl, withParameters } from './redirect.ts';
import { type AuthScope, authLimits } from './scope.ts';

/** Rejects every SAML request before it is read when no provider is configured. Source: docs/wire.md#4.5. */
function whereSamlIsOn({ config }: AuthScope) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> =>
    config.auth.ssoProviders.length === 0
      ? sendAuthError(request, reply, { kind: 'saml_provider_disabled' })
      : undefined;
}

/** POST /sso: starts sign-in with a SAML provider, by domain or id. */
export function ssoRoute(scope: AuthScope): void {
  const { app, ports, config } = scope;
  app.post(
    '/sso',
    {
      onRequest: [whereSamlIsOn(scope), gate(scope, authLimits.flow)],
      config: documentsErrors<
        'saml_provider_disabled' | GateError | typeof readChallenge | typeof startSso
      >(authErrors())([
        'saml_provider_disabled',
        'sso_provider_not_found',
        'provider_unavailable',
        'invalid_code_challenge',
        'cross_site_request',
        'over_request_rate_limit',
      ]),
      schema: {
        operationId: 'startSso',
        summary: 'Starts single sign-on by domain or provider',
        body: SsoBody,
        response: { 200: UrlResponse, 303: goes('To the provider') },
      },
    },
    async (request, reply) => {
      const { domain, provider_id: id, redirect_to, skip_http_redirect } = request.body;
      if (Boolean(domain) === Boolean(id)) {
        const message = 'Only one of domain or provider_id should be provided';
        return sendInvalid(request, reply, message);
      }
      if (id && !isUuid(id.toLowerCase()))
        return sendInvalid(request, reply, 'provider_id must be a UUID', { code: 'bad_json' });
      const challenge = readChallenge(
        request.body.code_challenge,
        request.body.code_challenge_method,
      );
      if (challenge.isErr()) return sendAuthError(request, reply, challenge.error);
      const providerUrl = await startSso(ports, {
        by: id ? { id: id.toLowerCase() } : { domain: domain ?? '' },
        redirectTo: redirectTarget(request, config, redirect_to ?? undefined),
        challenge: challenge.value,
      });
      if (providerUrl.isErr()) return sendAuthError(request, reply, providerUrl.error);
      if (!skip_http_redirect) return reply.redirect(providerUrl.value, 303);
      return reply.send({ url: providerUrl.value });
    },
  );
}

/**
 * Largest SAML response, as posted: 128 KiB of XML (docs/security.md#FD-6) are 171 KiB of base64, in lines and url-encoded
 * some 200. Source: docs/wire.md#1.
 */
const acsLimitBytes = 256 * 1024;

/** The SAML service provider: its metadata, and the endpoint for responses of identity providers. Source: docs/wire.md#9. */
export function samlRoutes(scope: AuthScope): void {
  const { app, ports, config } = scope;
  const settings = federationSettings(config);
  app.get(
    '/sso/saml/metadata',
    {
      onRequest: whereSamlIsOn(scope),
      config: documentsErrors<'saml_provider_disabled'>(authErrors())(['saml_provider_disabled']),
      schema: {
        operationId: 'getSamlMetadata',
        summary: 'Reads the SAML metadata of the site',
        querystring: z.object({ download: z.string().optional() }),
        response: {
          200: {
            description: 'What an identity provider needs to know of this site',
            content: { 'application/xml': { schema: z.string() } },
          },
        },
      },
    },
    async (request, reply) => {
      if (request.query.download === 'true')
        reply.header('content-disposition', 'attachment; filename="metadata.xml"');
      return reply
        .header('cache-control', 'public, max-age=600')
        .type('application/xml; charset=utf-8')
        .send(ports.saml.metadata());
    },
  );

  app.register(async (instance) => {
    const forms = instance as App;
    acceptForms(forms);
    forms.post(
      '/sso/saml/acs',
      {
        // Before the body is read, so that what one IP can make the server hold is limited.
        onRequest: [whereSamlIsOn(scope), gate(scope, authLimits.flow)],
        bodyLimit: acsLimitBytes,
        config: documentsErrors<'saml_provider_disabled' | GateError>(authErrors())([
          'saml_provider_disabled',
          'cross_site_request',
          'over_request_rate_limit',
        ]),
        schema: {
          operationId: 'receiveSamlResponse',
          summary: 'Receives a SAML response',
          body: AcsBody,
          response: {
            303: goes('To where the flow began, with a code, a session or what is wrong'),
          },
        },
      },
      async (request, reply) => {
        const returned = await finishSso(ports, settings, {
          relayState: request.body?.RelayState ?? '',
          response: request.body?.SAMLResponse ?? '',
          context: requestContext(request),
        });
        if (returned.isOk()) {
          if ('granted' in returned.value)
            await tellOfDevice(scope, request, reply, returned.value.granted);
          return reply.redirect(returnUrl(returned.value), 303);
        }
        const { error, redirectTo, provider } = returned.error;
        const check = 'check' in error ? error.check : undefined;
        // What a stranger posts, who began no sign-in, says nothing about a provider.
        if (provider !== undefined) {
          const found = await ports.saml.find({ id: provider });
          const named = found.match(
            ({ entityId }) => entityId,
            () => provider,
          );
          const said = { provider: named, reason: error.kind, check };
          request.log.warn(said, 'SAML response not accepted');
        }
        // Errors for another site's page go through this site, as the wire format says; our own pages show them directly.
        const isOwn = redirectTo !== undefined && new URL(redirectTo).origin === config.publicUrl;
        const target = isOwn ? redirectTo : `${config.publicUrl}/`;
        const parameters = {
          ...errorParameters(error),
          // One code on the wire stands for several kinds, each of which has its own text.
          ...(isOwn && { error_reason: error.kind }),
        };
        return reply.redirect(withParameters(target, parameters, ['query']), 303);
      },
    );
  });
}
