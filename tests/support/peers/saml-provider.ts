import { randomUUID } from 'node:crypto';
import { inflateRawSync } from 'node:zlib';
import samlp from 'samlp';
import { boundedResponse } from './bounded-response.ts';
import { makeCertificate } from './certificate.ts';
import { type Listening, listen } from './listen.ts';

const formats = {
  email: 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
  persistent: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
  transient: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient',
} as const;

/** What the provider says, honestly unless a test asks for something else. */
export interface Statement {
  readonly nameId?: string;
  readonly format?: keyof typeof formats;
  readonly attributes?: Readonly<Record<string, string>>;
  readonly issuer?: string;
  readonly audience?: string;
  readonly recipient?: string;
  readonly destination?: string;
  readonly inResponseTo?: string | undefined;
  /** Signs with a key that is not in the metadata. */
  readonly foreignKey?: boolean;
  /** Whether the assertion, the response around it, or neither is signed. */
  readonly signed?: 'assertion' | 'response' | 'neither';
  /** When the session at the provider ends, in milliseconds; the response is then signed and otherwise plain. */
  readonly sessionEndsAt?: number;
  /** Encrypts the assertion for this certificate. */
  readonly encryptFor?: { readonly certificate: string; readonly publicKey: string };
  /** How long it holds from now; negative for one that is over. */
  readonly lifetimeSeconds?: number;
  /** Changes the response after it was signed. */
  readonly after?: (xml: string) => string;
}

/** A sign-in that the site asked the provider for. */
export interface Asked {
  readonly id: string;
  readonly issuer: string;
  readonly acs: string;
  readonly destination: string;
  readonly relayState: string;
  /** The query as it came, for checking its signature. */
  readonly query: URLSearchParams;
}

/** A SAML 2.0 identity provider whose responses are made by samlp. */
export interface SamlProvider extends Listening {
  readonly entityId: string;
  readonly metadataXml: string;
  /** One entry of SSO_PROVIDERS. */
  readonly setting: (domain: string) => { readonly domain: string; readonly metadataXml: string };
  /** Reads the address that the site sends a browser to. */
  readonly read: (url: string) => Asked;
  /** The XML of the answer to what was asked. */
  readonly answer: (asked: Asked, statement?: Statement) => Promise<string>;
  readonly certificate: string;
}

const emailClaim = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress';

export async function startSamlProvider(name = 'idp'): Promise<SamlProvider> {
  const own = makeCertificate(`${name}.test`);
  const foreign = makeCertificate(`${name}.test`);
  let metadataXml = '';
  const server = await listen((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/samlmetadata+xml' }).end(metadataXml);
  });
  const entityId = `${server.url}/${name}`;
  const body = own.certificate.replace(/-----[A-Z ]+-----|\n/g, '');
  metadataXml = `<?xml version="1.0"?><md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${entityId}"><md:IDPSSODescriptor WantAuthnRequestsSigned="true" protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol"><md:KeyDescriptor use="signing"><ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:X509Data><ds:X509Certificate>${body}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor><md:NameIDFormat>${formats.persistent}</md:NameIDFormat><md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="${server.url}/sso-post"/><md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${server.url}/sso"/></md:IDPSSODescriptor></md:EntityDescriptor>`;

  const read = (url: string): Asked => {
    const { searchParams: query } = new URL(url);
    const xml = inflateRawSync(Buffer.from(query.get('SAMLRequest') ?? '', 'base64')).toString();
    const attribute = (key: string) => new RegExp(`\\s${key}="([^"]*)"`).exec(xml)?.[1] ?? '';
    return {
      id: attribute('ID'),
      issuer: /<(?:\w+:)?Issuer[^>]*>([^<]*)</.exec(xml)?.[1] ?? '',
      acs: attribute('AssertionConsumerServiceURL'),
      destination: attribute('Destination'),
      relayState: query.get('RelayState') ?? '',
      query,
    };
  };

  const answer = (asked: Asked, statement: Statement = {}) => {
    const { signed = 'assertion', nameId = `employee-${randomUUID()}` } = statement;
    const { key, certificate } = statement.foreignKey ? foreign : own;
    if (statement.sessionEndsAt !== undefined) {
      const { sessionEndsAt } = statement;
      const { acs: recipient, id: inResponseTo, issuer: audience } = asked;
      const email = `${nameId}@corp.example`;
      const facts = { issuer: entityId, audience, recipient, inResponseTo, nameId, email };
      return Promise.resolve(boundedResponse({ ...facts, sessionEndsAt, key: own.key }));
    }
    const attributes = statement.attributes ?? { [emailClaim]: `${nameId}@corp.example` };
    return new Promise<string>((resolve, reject) =>
      samlp.getSamlResponse(
        {
          issuer: statement.issuer ?? entityId,
          cert: certificate,
          key,
          audience: statement.audience ?? asked.issuer,
          recipient: statement.recipient ?? asked.acs,
          destination: statement.destination ?? asked.acs,
          ...('inResponseTo' in statement
            ? statement.inResponseTo === undefined
              ? {}
              : { inResponseTo: statement.inResponseTo }
            : { inResponseTo: asked.id }),
          lifetimeInSeconds: statement.lifetimeSeconds ?? 300,
          signAssertion: signed === 'assertion',
          signResponse: signed === 'response',
          signatureAlgorithm: 'rsa-sha256',
          digestAlgorithm: 'sha256',
          ...(statement.encryptFor
            ? {
                encryptionCert: Buffer.from(statement.encryptFor.certificate),
                encryptionPublicKey: Buffer.from(statement.encryptFor.publicKey),
              }
            : {}),
          sessionIndex: `_${randomUUID()}`,
          profileMapper: () => ({
            getClaims: () => attributes,
            getNameIdentifier: () => ({
              nameIdentifier: nameId,
              nameIdentifierFormat: formats[statement.format ?? 'persistent'],
            }),
          }),
        },
        {},
        (error, xml) => {
          if (error) {
            reject(error);
            return;
          }
          resolve(statement.after ? statement.after(xml) : xml);
        },
      ),
    );
  };

  return {
    ...server,
    entityId,
    metadataXml,
    certificate: own.certificate,
    setting: (domain) => ({ domain, metadataXml }),
    read,
    answer,
  };
}
