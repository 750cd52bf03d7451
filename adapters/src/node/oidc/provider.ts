import { createRemoteJWKSet, customFetch as joseFetch } from 'jose';
import * as client from 'openid-client';
import { type GuardedFetch, guardedFetch } from '../guarded-fetch/index.ts';
import { sharedFor } from '../system/shared-for.ts';

/** A provider as it is configured. Source: docs/contract.md#2. */
export interface OidcProviderOptions {
  /** Under which clients ask for it. */
  readonly name: string;
  /** Its issuer URL; discovery starts there. */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The scopes to ask for, separated by spaces; absent: `openid email profile`. */
  readonly scopes?: string | undefined;
}

/** What discovery returned about a provider. */
export interface Discovered {
  readonly server: client.ServerMetadata;
  /**
   * One per way to send our secret, in the header or in the body; the one that the provider names comes first. The
   * other is for providers that decode no header, or take another way than they name.
   */
  readonly configurations: readonly [client.Configuration, client.Configuration];
  /** The provider's own key set. */
  readonly keys: ReturnType<typeof createRemoteJWKSet>;
}

/** How long discovery documents are cached. */
const cacheMs = 10 * 60_000;

/** The responses of token endpoints, apart from those of keys, which an exchange reads too. */
export const tokenResponses = new WeakSet<Response>();

function configure(
  options: OidcProviderOptions,
  server: client.ServerMetadata,
  authentication: client.ClientAuth,
  fetch: GuardedFetch,
): client.Configuration {
  const { clientId, clientSecret } = options;
  const configuration = new client.Configuration(server, clientId, clientSecret, authentication);
  const tokens = URL.parse(server.token_endpoint ?? '')?.href;
  configuration[client.customFetch] = async (url, request) => {
    const response = await fetch(url, request);
    if (new URL(url).href === tokens) tokenResponses.add(response);
    return response;
  };
  configuration.timeout = 5;
  // The ID token comes directly from the provider; its signature is verified all the same.
  client.enableNonRepudiationChecks(configuration);
  if (new URL(options.issuer).protocol === 'http:') client.allowInsecureRequests(configuration);
  return configuration;
}

async function discover(options: OidcProviderOptions, fetch: GuardedFetch): Promise<Discovered> {
  const { issuer, clientId, clientSecret } = options;
  const isPlain = new URL(issuer).protocol === 'http:';
  const found = await client.discovery(new URL(issuer), clientId, clientSecret, undefined, {
    [client.customFetch]: fetch,
    timeout: 5,
    execute: isPlain ? [client.allowInsecureRequests] : [],
  });
  const server = found.serverMetadata();
  const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
  const basic = configure(options, server, client.ClientSecretBasic(clientSecret), fetch);
  const post = configure(options, server, client.ClientSecretPost(clientSecret), fetch);
  const isPostOnly =
    methods.includes('client_secret_post') && !methods.includes('client_secret_basic');
  const configurations = isPostOnly ? ([post, basic] as const) : ([basic, post] as const);
  if (!server.jwks_uri) throw new Error('The provider publishes no keys');
  const keys = createRemoteJWKSet(new URL(server.jwks_uri), {
    timeoutDuration: 5000,
    [joseFetch]: fetch,
  });
  return { server, configurations, keys };
}

/**
 * Loads the discovery document of a provider and caches it. A failure is not cached. Each request may take `timeoutMs`.
 */
export function openProvider(options: OidcProviderOptions, timeoutMs: number | undefined) {
  const fetch = guardedFetch(options.issuer, timeoutMs);
  return { options, discovered: sharedFor(cacheMs, () => discover(options, fetch)) };
}

export type OpenedProvider = ReturnType<typeof openProvider>;
