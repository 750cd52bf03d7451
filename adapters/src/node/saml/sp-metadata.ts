import { generateServiceProviderMetadata } from '@node-saml/node-saml';
import type { SamlKey } from './keys.ts';

const email = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress';
const persistent = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent';
const nameIdFormat = (format: string) => `<NameIDFormat>${format}</NameIDFormat>`;

/** The metadata of this service provider. Source: docs/wire.md#9. */
export function spMetadata(entityId: string, acsUrl: string, key: SamlKey): string {
  const xml = generateServiceProviderMetadata({
    issuer: entityId,
    callbackUrl: acsUrl,
    privateKey: key.privateKey,
    publicCerts: key.certificate.replace(/-----[A-Z ]+-----|\s/g, ''),
    signatureAlgorithm: 'sha256',
    wantAssertionsSigned: true,
    identifierFormat: email,
    // The document is cached, so it must not differ from one request to the next.
    generateUniqueId: () => '_service-provider',
  });
  // The library writes one format; our providers may use either.
  return xml.replace(nameIdFormat(email), nameIdFormat(email) + nameIdFormat(persistent));
}
