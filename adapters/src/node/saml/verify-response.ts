import type { AssertionCheck, ParsedAssertion } from '@coachsite/core/federation';
import { type CacheProvider, SAML, ValidateInResponseTo } from '@node-saml/node-saml';
import type { IdentityProvider } from './idp-metadata.ts';
import { decodeResponse, parseAssertion, UnacceptedResponse } from './response.ts';

/** The names of this site in SAML: its entity id, and the URL that takes responses. */
export interface ServiceProvider {
  readonly entityId: string;
  readonly acsUrl: string;
}

/**
 * The only request that a response may belong to; its flow state is already marked as used, and its age was checked by
 * the core.
 */
const onlyRequest = (id: string): CacheProvider => ({
  saveAsync: async () => null,
  getAsync: async (asked) => (asked === id ? new Date().toISOString() : null),
  removeAsync: async (asked) => asked,
});

/** The library with everything that the site requires of a provider. `privateKey` signs requests. */
export function samlLibrary(
  { entityId, acsUrl }: ServiceProvider,
  found: IdentityProvider,
  requestId: string,
  privateKey = '',
): SAML {
  return new SAML({
    issuer: entityId,
    audience: entityId,
    callbackUrl: acsUrl,
    entryPoint: found.signInUrl,
    idpCert: [...found.certificates],
    idpIssuer: found.entityId,
    privateKey,
    signatureAlgorithm: 'sha256',
    digestAlgorithm: 'sha256',
    identifierFormat: null,
    disableRequestedAuthnContext: true,
    wantAssertionsSigned: true,
    wantAuthnResponseSigned: false,
    // The core compares every time with the clock of the site.
    acceptedClockSkewMs: -1,
    generateUniqueId: () => requestId,
    validateInResponseTo: ValidateInResponseTo.always,
    cacheProvider: onlyRequest(requestId),
  });
}

/** A posted response, and what it is held against. */
export interface ResponseToVerify {
  readonly site: ServiceProvider;
  readonly provider: IdentityProvider;
  /** The id of the request that it must respond to. */
  readonly requestId: string;
  /** As posted, in base64. */
  readonly response: string;
}

/** The assertion of a response, or the check that it failed. */
export type Verified =
  | { readonly assertion: ParsedAssertion }
  | { readonly check: UnacceptedResponse['check'] };

/** The check behind a message of the library; the message itself may quote the response. */
function checkOf({ message }: Error): AssertionCheck {
  if (/audience/i.test(message)) return 'audience';
  if (/InResponseTo/.test(message)) return 'request';
  if (/subject confirmation/.test(message)) return 'confirmation';
  return /signature|reference/i.test(message) ? 'signature' : 'form';
}

/** Verifies the signature of a response and parses its assertion. Source: docs/security.md#FD-6. */
export async function verifyResponse(given: ResponseToVerify): Promise<Verified> {
  const { site, provider, requestId, response } = given;
  try {
    const { root } = decodeResponse(response);
    const saml = samlLibrary(site, provider, requestId);
    const { profile } = await saml.validatePostResponseAsync({ SAMLResponse: response });
    const signed = profile?.getAssertionXml?.();
    if (!signed) throw new UnacceptedResponse('signature');
    return { assertion: parseAssertion(signed, root) };
  } catch (error) {
    if (error instanceof UnacceptedResponse) return { check: error.check };
    return { check: error instanceof Error ? checkOf(error) : 'form' };
  }
}
