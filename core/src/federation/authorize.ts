import {
  type Clock,
  type Digest,
  err,
  type Ids,
  ok,
  type Random,
  type Result,
  toBase64Url,
} from '../kernel/index.ts';
import type { CodeChallenge } from '../one-time-token/index.ts';
import type { Session } from '../session/index.ts';
import { browserHashOf, flowTtlMs, stateHashOf } from './flow-state.ts';
import type { FlowStore, OidcClient, ProviderError } from './ports.ts';
import { passedOn } from './provider.ts';

/** Why a sign-in at a provider cannot start. */
export type AuthorizeError = ProviderError | { readonly kind: 'unsupported_provider' };

/** The ports for beginning a flow. */
export interface BeginFlowPorts {
  readonly flows: FlowStore;
  readonly clock: Clock;
  /** The state of an OpenID request, or the relay state and id of a SAML one. */
  readonly ids: Ids;
  /** The nonce and the verifier of an OpenID request. */
  readonly random: Random;
  readonly digest: Digest;
}

/** The ports for starting a sign-in at an OpenID provider. */
export type AuthorizePorts = BeginFlowPorts & { readonly oidc: OidcClient };

/** A request to sign in at a provider. */
export interface AuthorizeRequest {
  /** Name of a configured OpenID provider. */
  readonly provider: string;
  /** Already checked. */
  readonly redirectTo: string;
  /** Of a client that expects a code; `undefined` if it expects tokens in the fragment. */
  readonly challenge: CodeChallenge | undefined;
  /** Additional scopes, separated by spaces. */
  readonly scopes: string;
  /** The whole query; the parameters that a provider may receive are passed on. */
  readonly query: Readonly<Record<string, string>>;
  /** The secret in the browser's cookie, if the request comes from a browser. */
  readonly browserSecret: string | undefined;
  /** The session whose user gets the identity; `undefined` to sign in. */
  readonly linkTo: Pick<Session, 'id'> | undefined;
}

/** The URL of our callback, the same for every provider. Source: docs/contract.md#2. */
function callbackUrl(issuer: string): string {
  return `${issuer}/callback`;
}

/**
 * Starts a sign-in at an OpenID provider and returns the URL to redirect to. Always uses PKCE, a nonce and a single-use
 * state bound to the browser. Errors: `unsupported_provider` for one that is not configured; `provider_unavailable`,
 * `provider_rejected`. Source: docs/wire.md#8, docs/security.md#FD-1.
 */
export async function authorize(
  ports: AuthorizePorts,
  settings: { readonly issuer: string },
  request: AuthorizeRequest,
): Promise<Result<string, AuthorizeError>> {
  const { provider, browserSecret, linkTo } = request;
  if (!ports.oidc.has(provider)) return err({ kind: 'unsupported_provider' });
  const state = ports.ids.uuid();
  const nonce = toBase64Url(ports.random.bytes(32));
  const secret = toBase64Url(ports.random.bytes(48));
  const url = await ports.oidc.authorizationUrl(provider, {
    redirectUri: callbackUrl(settings.issuer),
    state,
    nonce,
    codeChallenge: toBase64Url(ports.digest.sha256(secret)),
    scopes: request.scopes.split(/[\s,]+/).filter((scope) => /^[\x21-\x7e]{1,100}$/.test(scope)),
    extra: passedOn(request.query),
  });
  if (url.isErr()) return err(url.error);
  const now = ports.clock.now();
  await ports.flows.begin({
    hash: stateHashOf(state, ports.digest),
    kind: 'oidc',
    provider,
    redirectTo: request.redirectTo,
    challenge: request.challenge,
    browserHash:
      browserSecret === undefined ? undefined : browserHashOf(browserSecret, ports.digest),
    linkSessionId: linkTo?.id,
    secret,
    nonce,
    createdAt: now,
    expiresAt: now + flowTtlMs,
  });
  return ok(url.value);
}
