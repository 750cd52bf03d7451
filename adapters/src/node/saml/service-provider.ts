import {
  type SamlServiceProvider,
  type SsoProvider,
  ssoProviderId,
} from '@coachsite/core/federation';
import { err, ok } from 'neverthrow';
import { guardedFetch } from '../guarded-fetch/index.ts';
import { type IdentityProvider, readIdpMetadata } from './idp-metadata.ts';
import { openSamlKey } from './keys.ts';
import type { SamlOptions, SsoProviderOptions } from './options.ts';
import { responseVerifier } from './response-verifier.ts';
import { spMetadata } from './sp-metadata.ts';
import { samlLibrary } from './verify-response.ts';

/** How long metadata from a URL is cached. */
const cacheMs = 10 * 60_000;

/**
 * Reads the metadata of one provider: once, or from a URL again after `cacheMs`. If that fails, the last one stays in
 * use, and the reason is reported.
 */
function metadataSource(
  { metadataXml, metadataUrl }: SsoProviderOptions,
  report: (error: unknown) => void,
) {
  let known: { readonly at: number; readonly provider: IdentityProvider } | undefined;
  return async (): Promise<IdentityProvider> => {
    // By a clock that nobody sets.
    const isFresh = known && (!metadataUrl || performance.now() - known.at < cacheMs);
    if (known && isFresh) return known.provider;
    try {
      const xml = metadataUrl ? await download(metadataUrl) : (metadataXml ?? '');
      known = { at: performance.now(), provider: readIdpMetadata(xml) };
    } catch (error) {
      if (!known) throw error;
      report(error);
      known = { at: performance.now(), provider: known.provider };
    }
    return known.provider;
  };
}

async function download(url: string): Promise<string> {
  const response = await guardedFetch(url)(url);
  if (!response.ok) throw new Error(`The metadata request failed with status ${response.status}`);
  return response.text();
}

/** What `samlServiceProvider`, which describes it, opens where there are providers. */
export async function openServiceProvider(options: SamlOptions) {
  const { issuer, keysDirectory, providers, digest, report = () => undefined } = options;
  const entityId = `${issuer}/sso/saml/metadata`;
  const acsUrl = `${issuer}/sso/saml/acs`;
  const { hostname } = new URL(issuer);
  const sources = providers.map((each) => ({ ...each, load: metadataSource(each, report) }));
  for (const { domain, metadataUrl, load } of sources) {
    // A mistake in the settings stays until they are changed; what a URL serves may be right the next time.
    if (metadataUrl) continue;
    await load().catch((error: Error) => {
      throw new Error(`SSO_PROVIDERS: the metadataXml of ${domain} is wrong: ${error.message}`);
    });
  }
  const key = await openSamlKey(keysDirectory, hostname);
  const metadata = spMetadata(entityId, acsUrl, key);

  const toProvider = (found: IdentityProvider): SsoProvider => ({
    id: ssoProviderId(found.entityId, digest),
    entityId: found.entityId,
  });
  /** The provider that fulfils a condition, as soon as its metadata is there: that of another one may not come. */
  const search = async (isSought: (provider: SsoProvider) => boolean) => {
    let isEachRead = true;
    const sought = sources.map(async ({ load }) => {
      const found = await load().catch((error: unknown) => {
        isEachRead = false;
        report(error);
        throw error;
      });
      if (!isSought(toProvider(found))) throw new Error('Another provider');
      return found;
    });
    try {
      return ok(await Promise.any(sought));
    } catch {
      const kind = isEachRead ? 'sso_provider_not_found' : 'provider_unavailable';
      return err({ kind } as const);
    }
  };
  const identityProvider = async ({ entityId }: SsoProvider): Promise<IdentityProvider> => {
    const found = await search((provider) => provider.entityId === entityId);
    if (found.isErr()) throw new Error(`There is no identity provider ${entityId}`);
    return found.value;
  };
  const site = { entityId, acsUrl };
  const verify = responseVerifier();

  return {
    find: async (by) => {
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
      return (await search(({ id }) => id === by.id)).map(toProvider);
    },
    requestUrl: async (provider, { id, relayState }) => {
      const found = await identityProvider(provider);
      const saml = samlLibrary(site, found, id, key.privateKey);
      return saml.getAuthorizeUrlAsync(relayState, undefined, {});
    },
    readResponse: async (provider, response, requestId) => {
      try {
        const found = await identityProvider(provider);
        const verified = await verify({ site, provider: found, requestId, response });
        if ('assertion' in verified) return ok(verified.assertion);
        const { check } = verified;
        return check === 'encrypted'
          ? err({ kind: 'saml_assertion_encrypted' })
          : err({ kind: 'saml_assertion_invalid', check });
      } catch (error) {
        report(error);
        return err({ kind: 'saml_assertion_invalid', check: 'not_verified' });
      }
    },
    metadata: () => metadata,
  } satisfies SamlServiceProvider;
}
