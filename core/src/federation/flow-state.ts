import {
  type Digest,
  type EpochMs,
  isUuid,
  type Milliseconds,
  minuteMs,
  toHex,
} from '../kernel/index.ts';
import type { CodeChallenge } from '../one-time-token/index.ts';

/** A sign-in in progress at a provider. Only the hash of its `state` is kept. Source: docs/security.md#FD-1. */
export interface FlowState {
  /** SHA-256 of the state or relay state, in hexadecimal. */
  readonly hash: string;
  readonly kind: 'oidc' | 'saml';
  /** Name of the OpenID provider, or id of the SAML one. */
  readonly provider: string;
  /** Redirect target; already checked. */
  readonly redirectTo: string;
  /** Challenge of a client that expects a code; `undefined` if it expects tokens in the fragment. */
  readonly challenge: CodeChallenge | undefined;
  /** Hash of the secret in the browser's cookie, if there is one. */
  readonly browserHash: string | undefined;
  /** The session whose user asked to link the identity. */
  readonly linkSessionId: string | undefined;
  /** Our own PKCE verifier towards an OpenID provider, or the id of our SAML request. */
  readonly secret: string;
  /** OpenID only. */
  readonly nonce: string;
  /** When the visitor left for the provider. */
  readonly createdAt: EpochMs;
  /** From then on a response of the provider is too late. */
  readonly expiresAt: EpochMs;
}

/**
 * Lifetime of a flow, including the time at the provider, in milliseconds. Source: docs/security.md#FD-1,
 * docs/wire.md#3.
 */
export const flowTtlMs: Milliseconds = 5 * minuteMs;

/** Whether a text has the form of our `state` or relay state. */
export function isStateForm(state: string): boolean {
  return isUuid(state);
}

/** The hash under which a flow is stored. */
export function stateHashOf(state: string, digest: Digest): string {
  return toHex(digest.sha256(`state.${state}`));
}

/** The hash that identifies the browser that started a flow. */
export function browserHashOf(secret: string, digest: Digest): string {
  return toHex(digest.sha256(`browser.${secret}`));
}

/** Why a `state` is rejected. Source: docs/wire.md#8. */
export type StateError =
  | { readonly kind: 'bad_oauth_callback' }
  | { readonly kind: 'bad_oauth_state' }
  | { readonly kind: 'flow_state_already_used' };
