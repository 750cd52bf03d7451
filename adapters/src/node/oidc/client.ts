import type { OidcClient } from '@coachsite/core/federation';
import type { JsonObject } from '@coachsite/core/kernel';
import { err, ok } from 'neverthrow';
import * as client from 'openid-client';
import { verifyIdToken } from './id-token.ts';
import { type OidcProviderOptions, type OpenedProvider, openProvider } from './provider.ts';

const unavailable = { kind: 'provider_unavailable' } as const;
const rejected = { kind: 'provider_rejected' } as const;

/** Whether the provider rejected the client authentication. */
const isClientRejected = (error: unknown) =>
  (error instanceof client.ResponseBodyError && error.error === 'invalid_client') ||
  error instanceof client.WWWAuthenticateChallengeError;

/** Merges the claims. `email` and `email_verified` must come from one source: the ID token, else the user info. */
function merged(idToken: JsonObject, userInfo: JsonObject): JsonObject {
  const isSame = idToken.email === undefined || idToken.email === userInfo.email;
  const { email: _email, email_verified: _verified, ...rest } = userInfo;
  const { email_verified: _mark, ...unmarked } = idToken;
  const own = idToken.email === undefined ? unmarked : idToken;
  return { ...(isSame ? userInfo : rest), ...own };
}

async function exchange(
  { discovered }: OpenedProvider,
  response: Parameters<OidcClient['exchange']>[1],
): Promise<{ readonly claims: JsonObject; readonly tokens: client.TokenEndpointResponse }> {
  const { configurations, server } = await discovered();
  const checks = {
    pkceCodeVerifier: response.codeVerifier,
    expectedState: response.state,
    expectedNonce: response.nonce,
    idTokenExpected: true,
  };
  for (const [index, configuration] of configurations.entries()) {
    try {
      const url = new URL(response.callbackUrl);
      const tokens = await client.authorizationCodeGrant(configuration, url, checks);
      const idToken = tokens.claims();
      if (!idToken) throw new Error('The provider sent no ID token');
      const userInfo = server.userinfo_endpoint
        ? await client.fetchUserInfo(configuration, tokens.access_token, idToken.sub)
        : {};
      return { claims: merged(idToken as JsonObject, userInfo as JsonObject), tokens };
    } catch (error) {
      // Once the client is authenticated, the code is used up; so only a rejected authentication is tried again.
      if (index === configurations.length - 1 || !isClientRejected(error)) throw error;
    }
  }
  throw new Error('The provider accepts none of our client authentication methods');
}

/** What an OpenID Connect client asks its providers, over the network. */
export type ProviderCalls = Pick<OidcClient, 'authorizationUrl' | 'exchange' | 'verifyIdToken'>;

/** The calls to the given providers; `oidcClient` describes the parameters. */
export function providerCalls(
  options: readonly OidcProviderOptions[],
  report: (error: unknown) => void,
  timeoutMs: number | undefined,
): ProviderCalls {
  const providers = new Map(
    options.map((each) => [each.name, openProvider(each, timeoutMs)] as const),
  );
  const opened = (name: string) => {
    const provider = providers.get(name);
    if (!provider) throw new Error(`There is no provider ${name}`);
    return provider;
  };
  return {
    authorizationUrl: async (name, request) => {
      const provider = opened(name);
      try {
        const { configurations } = await provider.discovered();
        const [configuration] = configurations;
        if (!configuration) return err(unavailable);
        const own = (provider.options.scopes ?? 'openid email profile').split(/[\s,]+/);
        const scopes = [...new Set(['openid', ...own, ...request.scopes])].filter(Boolean);
        const url = client.buildAuthorizationUrl(configuration, {
          ...request.extra,
          redirect_uri: request.redirectUri,
          response_type: 'code',
          scope: scopes.join(' '),
          state: request.state,
          nonce: request.nonce,
          code_challenge: request.codeChallenge,
          code_challenge_method: 'S256',
        });
        return ok(url.href);
      } catch (error) {
        report(error);
        return err(unavailable);
      }
    },
    exchange: async (name, response) => {
      try {
        const { claims, tokens } = await exchange(opened(name), response);
        const { access_token: accessToken, refresh_token: refreshToken } = tokens;
        return ok({ claims, tokens: { accessToken, refreshToken } });
      } catch (error) {
        report(error);
        return err(rejected);
      }
    },
    verifyIdToken: async (name, token, accessToken) => {
      const provider = opened(name);
      try {
        const found = await provider.discovered();
        return await verifyIdToken(found, provider.options.clientId, token, accessToken);
      } catch (error) {
        report(error);
        return err(unavailable);
      }
    },
  };
}
