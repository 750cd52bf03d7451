import type { OidcClient } from '@coachsite/core/federation';
import type { JsonObject } from '@coachsite/core/kernel';
import { err, ok } from 'neverthrow';
import * as client from 'openid-client';
import { failureDetail } from './failure-detail.ts';
import { verifyIdToken } from './id-token.ts';
import {
  type OidcProviderOptions,
  type OpenedProvider,
  openProvider,
  tokenResponses,
} from './provider.ts';

const unavailable = { kind: 'provider_unavailable' } as const;
const rejected = { kind: 'provider_rejected' } as const;

/** The response that an error of the library is about. */
function responseOf(error: unknown): Response | undefined {
  const isOfBody = error instanceof client.ResponseBodyError;
  if (isOfBody || error instanceof client.WWWAuthenticateChallengeError) return error.response;
  return error instanceof client.ClientError && error.cause instanceof Response
    ? error.cause
    : undefined;
}

/** The word of an error that came with status 200 in place of tokens. */
function wordInstead(error: unknown): unknown {
  const cause = error instanceof client.ClientError ? error.cause : undefined;
  if (!(cause instanceof Error && cause.message.includes('"access_token"'))) return undefined;
  return (cause.cause as { readonly body?: JsonObject } | undefined)?.body?.error;
}

/**
 * Whether the token endpoint refused the request, by whatever status, code or page: the cause may be how the secret was
 * sent, and many providers have codes of their own for that. `invalid_grant` does not count: it is about the code, and
 * a second try could only be told that the code was used twice. What fails after tokens came, such as the keys of their
 * signature, does not count either.
 */
function isRefused(error: unknown): boolean {
  const word = error instanceof client.ResponseBodyError ? error.error : wordInstead(error);
  if (word !== undefined) return word !== 'invalid_grant';
  const response = responseOf(error);
  return response !== undefined && !response.ok && tokenResponses.has(response);
}

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
  // A code that gave tokens is used up, so only a refusal is tried again.
  const tokens = await ask(first).catch((error: unknown) => {
    if (isRefused(error)) return ask(second);
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

/** Receives why a provider could not be used. */
export type OidcReport = (
  error: unknown,
  about: {
    /** The provider, by its name in the options. */
    readonly name: string;
    /** The error code, claim or algorithm that it is about; `undefined` where there is none. */
    readonly detail: string | undefined;
  },
) => void;

/** The calls to the given providers; `oidcClient` describes the parameters. */
export function providerCalls(
  options: readonly OidcProviderOptions[],
  report: OidcReport,
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
  const failed = (name: string, error: unknown) =>
    report(error, { name, detail: failureDetail(error) });
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
        failed(name, error);
        return err(unavailable);
      }
    },
    exchange: async (name, response) => {
      try {
        const { claims, tokens } = await exchange(opened(name), response);
        const { access_token: accessToken, refresh_token: refreshToken } = tokens;
        return ok({ claims, tokens: { accessToken, refreshToken } });
      } catch (error) {
        failed(name, error);
        return err(rejected);
      }
    },
    verifyIdToken: async (name, token, accessToken) => {
      const provider = opened(name);
      try {
        const found = await provider.discovered();
        return await verifyIdToken(found, provider.options.clientId, token, accessToken);
      } catch (error) {
        failed(name, error);
        return err(unavailable);
      }
    },
  };
}
