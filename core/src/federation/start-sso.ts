import { err, ok, type Result } from '../kernel/index.ts';
import type { CodeChallenge } from '../one-time-token/index.ts';
import type { BeginFlowPorts } from './authorize.ts';
import { flowTtlMs, stateHashOf } from './flow-state.ts';
import type { SamlServiceProvider, SsoLookupError } from './ports.ts';

/** The ports for starting a sign-in at a SAML provider. */
export type StartSsoPorts = Omit<BeginFlowPorts, 'random'> & { readonly saml: SamlServiceProvider };

/** The SAML provider to use, and the redirect target (already checked). */
export interface SsoRequest {
  /** The domain of the visitor's address, or the id of the provider. */
  readonly by: { readonly domain: string } | { readonly id: string };
  /** Where the visitor ends up. */
  readonly redirectTo: string;
  /** Of a client that expects a code; `undefined` if it expects tokens in the fragment. */
  readonly challenge: CodeChallenge | undefined;
}

/**
 * Starts a sign-in at a SAML provider and returns the URL to redirect to. Errors: those of `SsoLookupError`. Source:
 * docs/wire.md#4.5, docs/wire.md#9.
 */
export async function startSso(
  ports: StartSsoPorts,
  { by, redirectTo, challenge }: SsoRequest,
): Promise<Result<string, SsoLookupError>> {
  const found = await ports.saml.find(by);
  if (found.isErr()) return err(found.error);
  const provider = found.value;
  const relayState = ports.ids.uuid();
  // An XML id may not begin with a digit.
  const id = `_${ports.ids.uuid()}`;
  const url = await ports.saml.requestUrl(provider, { id, relayState });
  const now = ports.clock.now();
  await ports.flows.begin({
    hash: stateHashOf(relayState, ports.digest),
    kind: 'saml',
    provider: provider.id,
    redirectTo,
    challenge,
    browserHash: undefined,
    linkSessionId: undefined,
    secret: id,
    nonce: '',
    createdAt: now,
    expiresAt: now + flowTtlMs,
  });
  return ok(url);
}
