import { randomUUID } from 'node:crypto';
import { inflateRawSync } from 'node:zlib';
import { type Curve, makeCertificate } from './certificate.ts';
import { type Listening, listen } from './listen.ts';
import {
  encryptAssertion,
  type ResponseDetails,
  type SigningAlgorithms,
  signElement,
  writeResponse,
} from './saml-response.ts';

/** How a response differs from a valid one. */
export interface Statement extends Partial<ResponseDetails> {
  /** Signs with a key that is not in the metadata. */
  readonly foreignKey?: boolean;
  /** What the signature is made with, where it is not RSA with SHA-256. */
  readonly algorithms?: SigningAlgorithms;
  /** Which element is signed. */
  readonly signed?: 'assertion' | 'response' | 'neither';
  /** Encrypts the assertion for this certificate. */
  readonly encryptFor?: { readonly certificate: string; readonly publicKey: string };
  /** Changes the response before it is signed. */
  readonly before?: (xml: string) => string;
  /** Changes the response after it was signed. */
  readonly after?: (xml: string) => string;
}

/** An authentication request of the site. */
export interface AuthnRequest {
  readonly id: string;
  readonly issuer: string;
  readonly acs: string;
  readonly destination: string;
  readonly relayState: string;
  /** The query as it was received, for checking its signature. */
  readonly query: URLSearchParams;
}

/** A SAML 2.0 identity provider. */
export interface SamlProvider extends Listening {
  readonly entityId: string;
  readonly metadataXml: string;
  /** One entry of SSO_PROVIDERS. */
  readonly setting: (domain: string) => { readonly domain: string; readonly metadataXml: string };
  /** Parses the URL that the site redirects a browser to. */
  readonly read: (url: string) => AuthnRequest;
  /** The XML of the response to a request. */
  readonly respond: (request: AuthnRequest, statement?: Statement) => Promise<string>;
  readonly certificate: string;
}

const persistent = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent';
const emailClaim = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress';

/** Starts one; it signs with RSA where no curve is given. */
export async function startSamlProvider(name = 'idp', curve?: Curve): Promise<SamlProvider> {
  const own = await makeCertificate(`${name}.test`, curve);
  const foreign = await makeCertificate(`${name}.test`, curve);
  let metadataXml = '';
  const server = await listen((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/samlmetadata+xml' }).end(metadataXml);
  });
  const entityId = `${server.url}/${name}`;
  const body = own.certificate.replace(/-----[A-Z ]+-----|\n/g, '');
  metadataXml = `<?xml version="1.0"?><md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${entityId}"><md:IDPSSODescriptor WantAuthnRequestsSigned="true" protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol"><md:KeyDescriptor use="signing"><ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:X509Data><ds:X509Certificate>${body}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor><md:NameIDFormat>${persistent}</md:NameIDFormat><md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="${server.url}/sso-post"/><md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${server.url}/sso"/></md:IDPSSODescriptor></md:EntityDescriptor>`;

  const read = (url: string): AuthnRequest => {
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

  const respond = async (request: AuthnRequest, statement: Statement = {}) => {
    const {
      signed = 'assertion',
      algorithms,
      foreignKey,
      encryptFor,
      before,
      after,
      ...details
    } = statement;
    const nameId = details.nameId ?? `employee-${randomUUID()}`;
    const response = writeResponse({
      issuer: entityId,
      audience: request.issuer,
      recipient: request.acs,
      destination: request.acs,
      inResponseTo: request.id,
      nameId,
      format: 'persistent',
      attributes: { [emailClaim]: `${nameId}@corp.example` },
      lifetimeSeconds: 300,
      sessionEndsAt: undefined,
      ...details,
    });
    const certificate = foreignKey ? foreign : own;
    let xml = before ? before(response) : response;
    if (signed === 'assertion') xml = signElement(xml, 'Assertion', certificate, algorithms);
    if (encryptFor) xml = await encryptAssertion(xml, encryptFor);
    if (signed === 'response') xml = signElement(xml, 'Response', certificate, algorithms);
    return after ? after(xml) : xml;
  };

  return {
    ...server,
    entityId,
    metadataXml,
    certificate: own.certificate,
    setting: (domain) => ({ domain, metadataXml }),
    read,
    respond,
  };
}
