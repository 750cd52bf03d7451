import {
  type SamlServiceProvider,
  type SsoProvider,
  samlSkewMs,
  ssoProviderId,
} from '@coachsite/core/federation';
import type { Digest } from '@coachsite/core/kernel';
import { SAML, ValidateInResponseTo } from '@node-saml/node-saml';
import { err, ok } from 'neverthrow';
import { guardedFetch } from '../guarded-fetch/index.ts';
import { type IdentityProvider, readIdpMetadata } from './idp-metadata.ts';
import { openSamlKey } from './keys.ts';
import { decodeResponse, EncryptedAssertion, parseAssertion } from './response.ts';
import { spMetadata } from './sp-metadata.ts';

/** One entry of SSO_PROVIDERS. Source: docs/contract.md#2. */
export interface SsoProviderOptions {
  readonly domain: string;
  readonly metadataXml?: string | undefined;
  readonly metadataUrl?: string | undefined;
}

export interface SamlOptions {
  /** `<PUBLIC_URL>/auth/v1`. */
  readonly issuer: string;
  readonly keysDirectory: string;
  readonly providers: readonly SsoProviderOptions[];
  readonly digest: Digest;
  /** Receives the reason why a provider or a response could not be used; the visitor does not see it. */
  readonly report?: (error: unknown) => void;
}

/** How long metadata from a URL is cached. */
const cacheMs = 10 * 60_000;

/**
 * Reads the metadata of one provider: once, or from a URL again after `cacheMs`. If that fails, the last one stays in
 * use.
 */
function metadataSource({ metadataXml, metadataUrl }: SsoProviderOptions) {
  let known: { readonly at: number; readonly provider: IdentityProvider } | undefined;
  return async (): Promise<IdentityProvider> => {
    const isFresh = known && (!metadataUrl || Date.now() - known.at < cacheMs);
    if (known && isFresh) return known.provider;
    try {
      const xml = metadataUrl ? await download(metadataUrl) : (metadataXml ?? '');
      known = { at: Date.now(), provider: readIdpMetadata(xml) };
    } catch (error) {
      if (!known) throw error;
      known = { at: Date.now(), provider: known.provider };
    }
    return known.provider;
  };
}

async function download(url: string): Promise<string> {
  const response = await guardedFetch(url)(url);
  if (!response.ok) throw new Error(`The metadata request failed with status ${response.status}`);
  return response.text();
}

/**
 * The SAML 2.0 service provider, on node-saml; this file and core check what that library does not. Creates the key
 * that signs our requests when there are providers and no key yet; rejects when it cannot be read.
 * Source: docs/security.md#FD-6.
 */
export async function samlServiceProvider(options: SamlOptions): Promise<SamlServiceProvider> {
  const { issuer, keysDirectory, providers, digest, report = () => undefined } = options;
  const entityId = `${issuer}/sso/saml/metadata`;
  const acsUrl = `${issuer}/sso/saml/acs`;
  const { hostname } = new URL(issuer);
  const key = providers.length > 0 ? await openSamlKey(keysDirectory, hostname) : undefined;
  const metadata = key ? spMetadata(entityId, acsUrl, key) : '';
  const sources = providers.map((each) => ({ domain: each.domain, load: metadataSource(each) }));

  const toProvider = (found: IdentityProvider): SsoProvider => ({
    id: ssoProviderId(found.entityId, digest),
    entityId: found.entityId,
  });
  /** Every provider whose metadata can be read now. */
  const readable = async () => {
    const loaded = await Promise.allSettled(sources.map(({ load }) => load()));
    for (const each of loaded) if (each.status === 'rejected') report(each.reason);
    return loaded.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  };
  const identityProvider = async (provider: SsoProvider): Promise<IdentityProvider> => {
    const found = (await readable()).find((each) => each.entityId === provider.entityId);
    if (!found) throw new Error(`There is no identity provider ${provider.entityId}`);
    return found;
  };
  const library = (found: IdentityProvider, request: { id: string; issuedAt: number }) =>
    new SAML({
      issuer: entityId,
      audience: entityId,
      callbackUrl: acsUrl,
      entryPoint: found.signInUrl,
      idpCert: [...found.certificates],
      idpIssuer: found.entityId,
      privateKey: key?.privateKey ?? '',
      signatureAlgorithm: 'sha256',
      digestAlgorithm: 'sha256',
      identifierFormat: null,
      disableRequestedAuthnContext: true,
      wantAssertionsSigned: true,
      wantAuthnResponseSigned: false,
      acceptedClockSkewMs: samlSkewMs,
      generateUniqueId: () => request.id,
      validateInResponseTo: ValidateInResponseTo.always,
      requestIdExpirationPeriodMs: 10 * 60_000,
      // The only request that this response may belong to; its flow state is already marked as used.
      cacheProvider: {
        saveAsync: async () => null,
        getAsync: async (id) =>
          id === request.id ? new Date(request.issuedAt).toISOString() : null,
        removeAsync: async (id) => id,
      },
    });

  return {
    find: async (by) => {
      if (sources.length === 0) return err({ kind: 'saml_provider_disabled' });
      if ('domain' in by) {
        const source = sources.find(({ domain }) => domain === by.domain.trim().toLowerCase());
        if (!source) return err({ kind: 'sso_provider_not_found' });
        try {
          return ok(toProvider(await source.load()));
        } catch (error) {
          report(error);
          return err({ kind: 'provider_unavailable' });
        }
      }
      const loaded = await readable();
      const found = loaded.map(toProvider).find(({ id }) => id === by.id);
      if (found) return ok(found);
      const isKnown = loaded.length === sources.length;
      return err({ kind: isKnown ? 'sso_provider_not_found' : 'provider_unavailable' });
    },
    requestUrl: async (provider, { id, relayState }) => {
      const found = await identityProvider(provider);
      const saml = library(found, { id, issuedAt: Date.now() });
      return saml.getAuthorizeUrlAsync(relayState, undefined, {});
    },
    readResponse: async (provider, response, request) => {
      try {
        const { root } = decodeResponse(response);
        const saml = library(await identityProvider(provider), request);
        const { profile } = await saml.validatePostResponseAsync({ SAMLResponse: response });
        const signed = profile?.getAssertionXml?.();
        if (!signed) throw new Error('The response holds no signed assertion');
        return ok(parseAssertion(signed, root));
      } catch (error) {
        report(error);
        const isEncrypted = error instanceof EncryptedAssertion;
        return err({ kind: isEncrypted ? 'saml_assertion_encrypted' : 'saml_assertion_invalid' });
      }
    },
    metadata: () => metadata,
  };
}
