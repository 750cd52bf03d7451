import type { Result } from 'neverthrow';
import type { EpochMs, JsonObject } from '../kernel/index.ts';
import type { CodeChallenge } from '../one-time-token/index.ts';
import type { AmrMethod } from '../session/index.ts';
import type { ParsedAssertion } from './assertion.ts';
import type { FlowState } from './flow-state.ts';
import type { ProviderTokens } from './provider.ts';

/** A code that a client trades for a session, bound to its challenge. Only its hash is kept. */
export interface AuthCode {
  readonly hash: string;
  readonly userId: string;
  readonly challenge: CodeChallenge;
  readonly method: AmrMethod;
  readonly expiresAt: EpochMs;
  /** The SAML provider who vouched. */
  readonly provider?: string;
  /** The session may not outlive this. */
  readonly notAfter?: EpochMs;
  /** Handed on with the session and gone with the code. */
  readonly providerTokens?: ProviderTokens;
}

/** The flows that are under way and the codes that wait to be exchanged. */
export interface FlowStore {
  readonly issueCode: (code: AuthCode) => Promise<void>;
  /** Takes a code, once, expired or not. Source: docs/security.md#LN-6. */
  readonly takeCode: (hash: string) => Promise<AuthCode | undefined>;
  /** Removes the codes of a user. */
  readonly clearCodes: (userId: string) => Promise<void>;
  readonly begin: (flow: FlowState) => Promise<void>;
  /** Takes a flow in one atomic step; `wasUsed` tells the second taker. Source: docs/security.md#FD-1. */
  readonly take: (
    hash: string,
  ) => Promise<{ readonly flow: FlowState; readonly wasUsed: boolean } | undefined>;
  /** Remembers an assertion until `expiresAt`; false when it was there already. Source: docs/security.md#FD-6. */
  readonly rememberAssertion: (hash: string, expiresAt: EpochMs) => Promise<boolean>;
  /** Removes what has expired before `now` and returns how many. */
  readonly sweep: (now: EpochMs) => Promise<number>;
}

/**
 * The provider could not be asked, or its answer could not be used. Nobody is signed in then.
 * Source: docs/security.md#FD-7.
 */
export type ProviderFailure =
  | { readonly kind: 'provider_unavailable' }
  | { readonly kind: 'provider_refused' };

/** Why an ID token is not believed. Source: docs/wire.md#4.2, docs/security.md#FD-2. */
export type IdTokenFailure =
  | { readonly kind: 'provider_unavailable' }
  | { readonly kind: 'bad_id_token' }
  | { readonly kind: 'unacceptable_audience' };

/**
 * Speaks OpenID Connect with the configured providers and no others. Source: docs/security.md#FD-2,
 * docs/security.md#FD-7.
 */
export interface OidcClient {
  /** Whether a provider of this name is configured. */
  readonly has: (provider: string) => boolean;
  /** The name of the provider with exactly this issuer and client id. */
  readonly named: (issuer: string, clientId: string) => string | undefined;
  /** The address that begins a sign-in at the provider. */
  readonly authorizationUrl: (
    provider: string,
    request: {
      readonly redirectUri: string;
      readonly state: string;
      readonly nonce: string;
      readonly codeChallenge: string;
      readonly scopes: readonly string[];
      readonly extra: Readonly<Record<string, string>>;
    },
  ) => Promise<Result<string, ProviderFailure>>;
  /** Trades the code in the query of a callback for claims whose signature, issuer, audience and nonce are right. */
  readonly exchange: (
    provider: string,
    answer: {
      /** The callback's address with its whole query. */
      readonly callbackUrl: string;
      readonly state: string;
      readonly nonce: string;
      readonly codeVerifier: string;
    },
  ) => Promise<
    Result<{ readonly claims: JsonObject; readonly tokens: ProviderTokens }, ProviderFailure>
  >;
  /** Claims of an ID token that this provider signed for our client, valid now; `accessToken` must fit when given. */
  readonly verifyIdToken: (
    provider: string,
    token: string,
    accessToken: string | undefined,
  ) => Promise<Result<JsonObject, IdTokenFailure>>;
}

/** One SAML identity provider. */
export interface SsoProvider {
  /** Stable per entity id. */
  readonly id: string;
  readonly entityId: string;
}

/** Why a SAML provider cannot be used. */
export type SsoLookupFailure =
  | { readonly kind: 'saml_provider_disabled' }
  | { readonly kind: 'sso_provider_not_found' }
  | { readonly kind: 'provider_unavailable' };

/** Our side of SAML 2.0. Source: docs/wire.md#9. */
export interface SamlServiceProvider {
  readonly find: (
    by: { readonly domain: string } | { readonly id: string },
  ) => Promise<Result<SsoProvider, SsoLookupFailure>>;
  /** The address that carries a signed request with this id to the provider. */
  readonly requestUrl: (
    provider: SsoProvider,
    request: { readonly id: string; readonly relayState: string },
  ) => Promise<string>;
  /**
   * Reads a response: exactly one assertion, signed itself with a certificate from the provider's metadata, answering
   * the request with the id `requestId`. Whether it holds is for `checkAssertion`. Source: docs/security.md#FD-6.
   */
  readonly readResponse: (
    provider: SsoProvider,
    response: string,
    request: { readonly id: string; readonly issuedAt: EpochMs },
  ) => Promise<
    Result<
      ParsedAssertion,
      { readonly kind: 'saml_assertion_invalid' | 'saml_assertion_encrypted' }
    >
  >;
  /** Our metadata as XML. */
  readonly metadata: () => string;
}
