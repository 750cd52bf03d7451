import type { EpochMs, JsonObject, Result, SessionId, UserId } from '../kernel/index.ts';
import type { CodeChallenge } from '../one-time-token/index.ts';
import type { AmrMethod } from '../session/index.ts';
import type { AssertionError, ParsedAssertion } from './assertion.ts';
import type { FlowState } from './flow-state.ts';
import type { ProviderTokens, ProviderUser } from './provider.ts';

/** An identity that is linked when its code is exchanged, to the user of the session that asked for it. */
export interface PendingLink {
  /** The session that asked; its user gets the identity. */
  readonly sessionId: SessionId;
  readonly provider: string;
  /** The claims of the provider that are kept. */
  readonly person: ProviderUser;
}

/** A code that a client exchanges for a session, bound to its challenge. Only its hash is kept. */
export interface AuthCode {
  /** SHA-256 of the code, in hexadecimal. */
  readonly hash: string;
  readonly userId: UserId;
  /** The stamp of the account when it was identified. Source: docs/security.md#SE-16. */
  readonly securityStamp: number;
  /** What the verifier must match. */
  readonly challenge: CodeChallenge;
  /** The method that the session starts with. */
  readonly method: AmrMethod;
  /** From then on it cannot be exchanged. */
  readonly expiresAt: EpochMs;
  /** The SAML provider that authenticated the user. */
  readonly provider?: string;
  /** The latest end of the session. */
  readonly notAfter?: EpochMs;
  /** An identity to link at the exchange; absent for a sign-in. Source: docs/security.md#FD-1. */
  readonly link?: PendingLink;
  /** Returned with the session and deleted with the code. */
  readonly providerTokens?: ProviderTokens;
}

/** Stores the flows in progress and the codes not yet exchanged. */
export interface FlowStore {
  /**
   * Stores a code until it is taken or swept. Without the user, whose account may have ended since it was read, nothing
   * needs to be stored, and nothing is rejected.
   */
  readonly issueCode: (code: AuthCode) => Promise<void>;
  /** Takes a code, once, expired or not. Source: docs/security.md#LN-6. */
  readonly takeCode: (hash: string) => Promise<AuthCode | undefined>;
  /** Removes the codes of a user. */
  readonly clearCodes: (userId: UserId) => Promise<void>;
  /** Removes the codes of all users. */
  readonly clearAllCodes: () => Promise<void>;
  /** Stores a sign-in that leaves for a provider. */
  readonly begin: (flow: FlowState) => Promise<void>;
  /** Takes a flow in one atomic step; `wasUsed` is true from the second attempt on. Source: docs/security.md#FD-1. */
  readonly take: (
    hash: string,
  ) => Promise<{ readonly flow: FlowState; readonly wasUsed: boolean } | undefined>;
  /** Remembers an assertion until `expiresAt`; false if it was already stored. Source: docs/security.md#FD-6. */
  readonly rememberAssertion: (hash: string, expiresAt: EpochMs) => Promise<boolean>;
  /** Removes everything that expired before `now` and returns the count. */
  readonly sweep: (now: EpochMs) => Promise<number>;
}

/** The provider was unreachable, or its response was unusable. Source: docs/security.md#FD-7. */
export type ProviderError =
  | { readonly kind: 'provider_unavailable' }
  | { readonly kind: 'provider_rejected' };

/** Why an ID token is rejected. Source: docs/wire.md#4.2, docs/security.md#FD-2. */
export type IdTokenVerificationError =
  | { readonly kind: 'provider_unavailable' }
  | { readonly kind: 'bad_id_token' }
  | { readonly kind: 'unacceptable_audience' };

/** An OpenID Connect client for the configured providers only. Source: docs/security.md#FD-2, docs/security.md#FD-7. */
export interface OidcClient {
  /** Whether a provider of this name is configured. */
  readonly has: (provider: string) => boolean;
  /** The name of the provider with exactly this issuer and client id. */
  readonly named: (issuer: string, clientId: string) => string | undefined;
  /** The URL that starts a sign-in at the provider. */
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
  ) => Promise<Result<string, ProviderError>>;
  /** Exchanges the code in a callback URL for claims whose signature, issuer, audience and nonce have been verified. */
  readonly exchange: (
    provider: string,
    response: {
      /** The URL of the callback with its whole query. */
      readonly callbackUrl: string;
      readonly state: string;
      readonly nonce: string;
      readonly codeVerifier: string;
    },
  ) => Promise<
    Result<{ readonly claims: JsonObject; readonly tokens: ProviderTokens }, ProviderError>
  >;
  /**
   * Returns the claims of an ID token after verifying that this provider issued it for our client, that it is valid
   * now, and that it matches `accessToken` if given.
   */
  readonly verifyIdToken: (
    provider: string,
    token: string,
    accessToken: string | undefined,
  ) => Promise<Result<JsonObject, IdTokenVerificationError>>;
}

/** One SAML identity provider. */
export interface SsoProvider {
  /** Stable per entity id. */
  readonly id: string;
  /** Its name in SAML, as in its metadata. */
  readonly entityId: string;
}

/** Why a SAML provider cannot be used. */
export type SsoLookupError =
  | { readonly kind: 'saml_provider_disabled' }
  | { readonly kind: 'sso_provider_not_found' }
  | { readonly kind: 'provider_unavailable' };

/** The SAML 2.0 service provider. Source: docs/wire.md#9. */
export interface SamlServiceProvider {
  /**
   * The provider with this id, or the one that a domain of e-mail addresses belongs to. Errors: it is unknown or
   * unreachable.
   */
  readonly find: (
    by: { readonly domain: string } | { readonly id: string },
  ) => Promise<Result<SsoProvider, SsoLookupError>>;
  /** The URL that carries a signed request with this id to the provider. */
  readonly requestUrl: (
    provider: SsoProvider,
    request: { readonly id: string; readonly relayState: string },
  ) => Promise<string>;
  /**
   * Reads a response to the request `requestId`: exactly one assertion, itself signed with a certificate from the
   * provider's metadata. The error names the check that failed, for the operator. No time in it is checked here: `checkAssertion` decides whether it is accepted.
   * Source: docs/security.md#FD-6.
   */
  readonly readResponse: (
    provider: SsoProvider,
    response: string,
    requestId: string,
  ) => Promise<
    Result<
      ParsedAssertion,
      Extract<AssertionError, { kind: 'saml_assertion_invalid' | 'saml_assertion_encrypted' }>
    >
  >;
  /** Our metadata as XML. */
  readonly metadata: () => string;
}
