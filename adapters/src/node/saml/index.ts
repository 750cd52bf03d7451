import type { SamlServiceProvider } from '@coachsite/core/federation';
import { err } from 'neverthrow';
import type { SamlOptions } from './options.ts';

export type { SamlOptions, SsoProviderOptions } from './options.ts';

/** For a site without providers, which neither has nor needs a key. */
const noProviders: SamlServiceProvider = {
  find: async () => err({ kind: 'saml_provider_disabled' }),
  requestUrl: async () => {
    throw new Error('There is no identity provider');
  },
  readResponse: async () => err({ kind: 'saml_assertion_invalid', check: 'issuer' }),
  metadata: () => '',
};

/**
 * The SAML 2.0 service provider, on node-saml; this folder and core check what that library does not. Creates the key
 * that signs our requests when there are providers and no key yet; rejects when it cannot be read, or when a
 * `metadataXml` describes no usable provider.
 * Source: docs/security.md#FD-6.
 */
export async function samlServiceProvider(options: SamlOptions): Promise<SamlServiceProvider> {
  if (options.providers.length === 0) return noProviders;
  // On demand: the library would take an eighth of the time of every command, and most sites have no provider.
  const { openServiceProvider } = await import('./service-provider.ts');
  return openServiceProvider(options);
}
