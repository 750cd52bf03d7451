import { type Digest, type EpochMs, isUuid, minuteMs, toHex } from '../kernel/index.ts';
import type { CodeChallenge } from '../one-time-token/index.ts';

/**
 * A sign-in that is on its way through a provider. Only the hash of its `state` is kept. Source: docs/security.md#FD-1.
 */
export interface FlowState {
  readonly hash: string;
  readonly kind: 'oidc' | 'saml';
  /** Name of the OpenID provider, or id of the SAML one. */
  readonly provider: string;
  /** Where the browser goes afterwards; already checked. */
  readonly redirectTo: string;
  /** Challenge of a client that wants a code; `undefined`: it wants tokens in the fragment. */
  readonly challenge: CodeChallenge | undefined;
  /** Hash of the secret in the browser's cookie, when it has one. */
  readonly browserHash: string | undefined;
  /** The session that asked to link the identity to its user. */
  readonly linkSessionId: string | undefined;
  /** Our own PKCE verifier towards an OpenID provider, or the id of our SAML request. */
  readonly secret: string;
  /** OpenID only. */
  readonly nonce: string;
  readonly createdAt: EpochMs;
  readonly expiresAt: EpochMs;
}

/** How long a flow may take, at the provider included. Source: docs/security.md#FD-1, docs/wire.md#3. */
export const flowTtlMs: number = 5 * minuteMs;

/** Whether this can be a `state` or relay state of ours. */
export function isStateForm(state: string): boolean {
  return isUuid(state);
}

/** The hash a flow is found by. */
export function stateHashOf(state: string, digest: Digest): string {
  return toHex(digest.sha256(`state.${state}`));
}

/** The hash by which the browser that began a flow is known again. */
export function browserHashOf(secret: string, digest: Digest): string {
  return toHex(digest.sha256(`browser.${secret}`));
}

/** Why a `state` opens nothing. Source: docs/wire.md#8. */
export type StateError =
  | { readonly kind: 'bad_oauth_callback' }
  | { readonly kind: 'bad_oauth_state' }
  | { readonly kind: 'flow_state_already_used' };
