import { AuthorizeQuery, CallbackQuery, PostedCallback } from '@coachsite/adapters/contract';
import { authorize, finishCallback, readChallenge } from '@coachsite/core/federation';
import { initialLanguage } from '@coachsite/core/language';
import { requestContext } from '../access/throttle.ts';
import { federationSettings } from '../config/auth-settings.ts';
import { acceptForms } from '../http/body.ts';
import type { App } from '../http/create-app.ts';
import { documentsErrors } from '../http/documented-errors.ts';
import { type GateError, gate } from './current-user.ts';
import { authErrors, sendAuthError } from './errors.ts';
import { flowSecret, keepFlowSecret } from './flow-cookie.ts';
import { tellOfDevice } from './known-device.ts';
import { redirectTarget } from './link-request.ts';
import { errorParameters, goes, returnUrl, withParameters } from './redirect.ts';
import { type AuthScope, authLimits } from './scope.ts';

/** The code of an error that a provider sent by way of the browser, as the log may have it. */
const loggedCode = (code: string) => (/^[\w.-]{1,60}$/.test(code) ? code : 'not a code');

/** GET /authorize: redirects a browser to an OpenID provider. Source: docs/wire.md#8, docs/security.md#FD-1. */
export function authorizeRoute(scope: AuthScope): void {
  const { app, ports, config } = scope;
  const settings = federationSettings(config);
  app.get(
    '/authorize',
    {
      exposeHeadRoute: false,
      onRequest: gate(scope, authLimits.flow),
      config: documentsErrors<GateError | typeof readChallenge | 'unsupported_provider'>(
        authErrors(),
      )([
        'unsupported_provider',
        'invalid_code_challenge',
        'over_request_rate_limit',
        'cross_site_request',
      ]),
      schema: {
        operationId: 'authorize',
        summary: 'Redirects to a provider to sign in',
        querystring: AuthorizeQuery,
        response: { 302: goes('To the provider; or back, with what is wrong in the URL') },
      },
    },
    async (request, reply) => {
      const { query } = request;
      const challenge = readChallenge(query.code_challenge, query.code_challenge_method);
      if (challenge.isErr()) return sendAuthError(request, reply, challenge.error);
      const redirectTo = redirectTarget(request, config, query.redirect_to);
      const providerUrl = await authorize(ports, settings, {
        provider: query.provider ?? '',
        redirectTo,
        challenge: challenge.value,
        scopes: query.scopes ?? '',
        query,
        browserSecret: keepFlowSecret(scope, request, reply),
        linkTo: undefined,
      });
      if (providerUrl.isOk()) return reply.redirect(providerUrl.value, 302);
      if (providerUrl.error.kind === 'unsupported_provider')
        return sendAuthError(request, reply, providerUrl.error);
      const parameters = errorParameters(providerUrl.error);
      return reply.redirect(withParameters(redirectTo, parameters, ['query', 'fragment']), 302);
    },
  );
}

/** GET and POST /callback: the browser returns from an OpenID provider. */
export function callbackRoutes(scope: AuthScope): void {
  const { app, ports, config } = scope;
  const settings = federationSettings(config);
  app.get(
    '/callback',
    {
      exposeHeadRoute: false,
      onRequest: gate(scope, authLimits.flow),
      config: documentsErrors<GateError>(authErrors())([
        'over_request_rate_limit',
        'cross_site_request',
      ]),
      schema: {
        operationId: 'receiveCallback',
        summary: 'Receives the response of a provider',
        querystring: CallbackQuery,
        response: {
          302: goes('To where the flow began, with a code, a session or what is wrong'),
          303: goes('To the site: it is unknown where the flow began'),
        },
      },
    },
    async (request, reply) => {
      const { state, error, error_description: errorDescription } = request.query;
      const search = request.url.split(/\?(.*)/s)[1] ?? '';
      const returned = await finishCallback(ports, settings, {
        state,
        error,
        errorDescription,
        url: `${settings.issuer}/callback?${search}`,
        browserSecret: flowSecret(request, config),
        language: initialLanguage(request.cookies.language),
        context: requestContext(request),
      });
      if (returned.isOk()) {
        if ('granted' in returned.value)
          await tellOfDevice(scope, request, reply, returned.value.granted);
        return reply.redirect(returnUrl(returned.value), 302);
      }
      const { error: failure, redirectTo, provider } = returned.error;
      // Somebody who changes their mind says nothing about a provider.
      if (failure.kind === 'provider_error' && failure.error !== 'access_denied') {
        const said = { provider, error: loggedCode(failure.error) };
        request.log.warn(said, 'OpenID provider refused the request');
      }
      const target = redirectTo ?? `${config.publicUrl}/`;
      const location = withParameters(target, errorParameters(failure), ['query', 'fragment']);
      return reply.redirect(location, redirectTo === undefined ? 303 : 302);
    },
  );

  app.register(async (instance) => {
    const forms = instance as App;
    acceptForms(forms);
    // A cross-site POST carries no SameSite cookie; the GET that follows does. Source: docs/wire.md#8.
    forms.post(
      '/callback',
      {
        schema: {
          operationId: 'receivePostedCallback',
          summary: 'Receives a posted response of a provider',
          body: PostedCallback.optional(),
          querystring: PostedCallback,
          response: { 303: goes('To the same URL by GET') },
        },
      },
      async (request, reply) => {
        const query = new URLSearchParams();
        for (const [name, value] of Object.entries({ ...request.query, ...request.body }))
          if (value !== undefined) query.set(name, value);
        return reply.redirect(`${settings.issuer}/callback?${query}`, 303);
      },
    );
  });
}
