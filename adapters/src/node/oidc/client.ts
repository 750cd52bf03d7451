import type { OidcClient } from '@coachsite/core/federation';
import type { JsonObject } from '@coachsite/core/kernel';
import { err, ok } from 'neverthrow';
import * as client from 'openid-client';
import { verifyIdToken } from './id-token.ts';
import { type OidcProviderOptions, type OpenedProvider, openProvider } from './provider.ts';

const unavailable = { kind: 'provider_unavailable' } as const;
const rejected = { kind: 'provider_rejected' } as const;

/** Words by which providers reject a client, or say that they do not see its secret. */
const clientWords = ['invalid_client', 'unauthorized_client', 'invalid_request'];

/**
 * Whether the token endpoint rejected the client authentication: by a word, or by a status of which it is the meaning.
 * `invalid_grant` is about the code, which another try could only show to be used twice.
 */
function isClientRejected(error: unknown): boolean {
  if (error instanceof client.WWWAuthenticateChallengeError) return true;
  if (error instanceof client.ResponseBodyError && error.error === 'invalid_grant') return false;
  if (error instanceof client.ResponseBodyError && clientWords.includes(error.error)) return true;
  const response = error instanceof client.ResponseBodyError ? error : causeOf(error);
  return response?.status === 401 || response?.status === 403;
}

/** The response that an error of the library is about. */
const causeOf = (error: unknown) =>
  error instanceof client.ClientError && error.cause instanceof Response ? error.cause : undefined;

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
  const [first, second] = configurations;
  const ask = (by: client.Configuration) =>
    client.authorizationCodeGrant(by, new URL(response.callbackUrl), checks);
  // Once the client is authenticated, the code is used up; so only a rejected authentication is tried again.
  const tokens = await ask(first).catch((error: unknown) => {
    if (isClientRejected(error)) return ask(second);
    throw error;
  });
  const idToken = tokens.claims();
  if (!idToken) throw new Error('The provider sent no ID token');
  const userInfo = server.userinfo_endpoint
    ? await client.fetchUserInfo(first, tokens.access_token, idToken.sub)
    : {};
  return { claims: merged(idToken as JsonObject, userInfo as JsonObject), tokens };
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
