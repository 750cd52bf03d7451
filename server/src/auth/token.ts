import { GrantedSessionResponse, TokenBody } from '@coachsite/adapters/contract';
import type { CaptchaError } from '@coachsite/core/captcha';
import { exchangeCode } from '@coachsite/core/federation';
import type { CrossSiteError } from '@coachsite/core/roles';
import { refreshSession } from '@coachsite/core/session';
import type { PasswordSignInError } from '@coachsite/core/sign-in';
import { z } from 'zod';
import { requestContext, throttle } from '../access/throttle.ts';
import { authSettings } from '../config/auth-settings.ts';
import { documentsErrors } from '../http/documented-errors.ts';
import { clearSessionCookies, refreshCookieName } from '../http/session-cookies.ts';
import { gate, wantsCookies } from './current-user.ts';
import { authErrors, sendAuthError, sendInvalid } from './errors.ts';
import { idTokenErrors, idTokenGrant } from './id-token.ts';
import { visitorLanguage } from './link-request.ts';
import { type Grant, passwordGrant } from './password-grant.ts';
import { type AuthScope, authLimits } from './scope.ts';
import { sendSession } from './send-session.ts';

/**
 * Rotates the refresh token from the body or, in cookie mode, from the cookie. Source: docs/wire.md#5,
 * docs/contract.md#4.
 */
function refreshGrant(scope: AuthScope): Grant {
  const { ports, config } = scope;
  const settings = authSettings(config);
  return async (request, reply, body) => {
    const counted = await throttle(request, ports, config, authLimits.refresh);
    if (counted.isErr()) return sendAuthError(request, reply, counted.error);
    const byCookie =
      wantsCookies(request) && request.headers.authorization === undefined && !body.refresh_token;
    const token = byCookie ? request.cookies[refreshCookieName(config)] : body.refresh_token;
    if (!token) {
      if (byCookie) {
        return sendAuthError(request, reply, { kind: 'refresh_token_not_found' });
      }
      return sendInvalid(request, reply, 'Refresh token is required');
    }
    const refreshed = await refreshSession(ports, settings, {
      token,
      context: requestContext(request),
    });
    if (refreshed.isErr()) {
      // These cookies will never work again.
      if (byCookie) clearSessionCookies(reply, config);
      return sendAuthError(request, reply, refreshed.error, 'token');
    }
    return sendSession(scope, request, reply, { granted: refreshed.value });
  };
}

/** Exchanges the code of a link or a provider for a session. Source: docs/wire.md#7. */
function pkceGrant(scope: AuthScope): Grant {
  const { ports, config } = scope;
  const settings = authSettings(config);
  return async (request, reply, { auth_code: code, code_verifier: verifier }) => {
    const counted = await throttle(request, ports, config, authLimits.verify);
    if (counted.isErr()) return sendAuthError(request, reply, counted.error);
    if (!code || !verifier) {
      const message = 'invalid request: both auth code and code verifier should be non-empty';
      return sendInvalid(request, reply, message);
    }
    const exchanged = await exchangeCode(ports, settings, {
      code,
      verifier,
      language: visitorLanguage(request),
      context: requestContext(request),
    });
    if (exchanged.isErr()) return sendAuthError(request, reply, exchanged.error, 'token');
    const { granted, providerTokens } = exchanged.value;
    // The site's own pages do not need the provider's tokens, so no script gets them.
    const { accessToken, refreshToken } = wantsCookies(request) ? {} : { ...providerTokens };
    const extra = {
      ...(accessToken ? { provider_token: accessToken } : {}),
      ...(refreshToken ? { provider_refresh_token: refreshToken } : {}),
    };
    return sendSession(scope, request, reply, { granted, extra });
  };
}

const grantErrors = documentsErrors<
  | 'email_provider_disabled'
  | 'phone_provider_disabled'
  | 'web3_provider_disabled'
  | CaptchaError
  | CrossSiteError
  | PasswordSignInError
  | typeof refreshSession
  | typeof exchangeCode
>(
  authErrors('token'),
  idTokenErrors,
)([
  'email_provider_disabled',
  'phone_provider_disabled',
  'web3_provider_disabled',
  'invalid_credentials',
  'email_not_confirmed',
  'phone_not_confirmed',
  'user_banned',
  'account_locked',
  'overloaded',
  'captcha_failed',
  'cross_site_request',
  'refresh_token_not_found',
  'refresh_token_already_used',
  'session_not_found',
  'session_expired',
  'flow_state_not_found',
  'flow_state_expired',
  'bad_code_verifier',
  'identity_already_exists',
  'user_sso_managed',
  'insufficient_aal',
  'invalid_email',
  'invalid_phone',
  'malformed_refresh_token',
]);

/** POST /token. Source: docs/wire.md#4.2. */
export function tokenRoute(scope: AuthScope): void {
  const grants: Readonly<Record<string, Grant>> = {
    password: passwordGrant(scope),
    refresh_token: refreshGrant(scope),
    pkce: pkceGrant(scope),
    id_token: idTokenGrant(scope),
  };
  scope.app.post(
    '/token',
    {
      onRequest: gate(scope),
      config: grantErrors,
      schema: {
        operationId: 'grantToken',
        summary: 'Signs in, or refreshes a session',
        body: TokenBody,
        querystring: z.object({ grant_type: z.string().optional() }),
        response: { 200: GrantedSessionResponse },
      },
    },
    async (request, reply) => {
      const name = request.query.grant_type ?? '';
      if (name === 'web3') {
        return sendAuthError(request, reply, { kind: 'web3_provider_disabled' }, 'token');
      }
      const grant = Object.hasOwn(grants, name) ? grants[name] : undefined;
      if (!grant) {
        return sendInvalid(request, reply, 'unsupported_grant_type', {
          code: 'invalid_credentials',
        });
      }
      return grant(request, reply, request.body ?? {});
    },
  );
}
