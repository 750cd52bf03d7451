import type { Digest } from '@coachsite/core/kernel';

/** One entry of SSO_PROVIDERS. Source: docs/contract.md#2. */
export interface SsoProviderOptions {
  /** The domain of its users' e-mail addresses. */
  readonly domain: string;
  /** Its metadata; absent: `metadataUrl` is read. */
  readonly metadataXml?: string | undefined;
  /** Where its metadata is; absent: `metadataXml` is used. */
  readonly metadataUrl?: string | undefined;
}

/** Who we are for SAML providers, and which we know. */
export interface SamlOptions {
  /** `<PUBLIC_URL>/auth/v1`. */
  readonly issuer: string;
  /** The folder of the key and certificate that requests are signed with; made if missing. */
  readonly keysDirectory: string;
  /** The providers by the domain of their users. */
  readonly providers: readonly SsoProviderOptions[];
  /** Derives the stable id of a provider. */
  readonly digest: Digest;
  /** Receives the reason why a provider could not be used, or a response not be verified; the visitor does not see it. */
  readonly report?: (error: unknown) => void;
}
