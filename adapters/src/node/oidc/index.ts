import type { OidcClient } from '@coachsite/core/federation';
import type { OidcReport, ProviderCalls } from './client.ts';
import type { OidcProviderOptions } from './provider.ts';

export type { OidcReport } from './client.ts';
export type { OidcProviderOptions } from './provider.ts';

/**
 * OpenID Connect client of the given providers. `report` receives the reason why a provider could not be used; the
 * visitor does not see it. Source: docs/security.md#FD-2, docs/security.md#FD-7.
 */
export function oidcClient(
  options: readonly OidcProviderOptions[],
  report: OidcReport = () => undefined,
  timeoutMs?: number,
): OidcClient {
  let loaded: Promise<ProviderCalls> | undefined;
  // On demand: the libraries would take a tenth of the time of every command, and most sites have no provider.
  const calls = () => {
    loaded ??= import('./client.ts').then(({ providerCalls }) =>
      providerCalls(options, report, timeoutMs),
    );
    return loaded;
  };
  return {
    has: (name) => options.some((each) => each.name === name),
    named: (issuer, clientId) =>
      options.find((each) => each.issuer === issuer && each.clientId === clientId)?.name,
    authorizationUrl: async (name, request) => (await calls()).authorizationUrl(name, request),
    exchange: async (name, response) => (await calls()).exchange(name, response),
    verifyIdToken: async (name, token, accessToken) =>
      (await calls()).verifyIdToken(name, token, accessToken),
  };
}
