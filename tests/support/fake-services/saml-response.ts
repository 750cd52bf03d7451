import {
  type BinaryLike,
  createHash,
  createPrivateKey,
  type KeyLike,
  randomUUID,
  sign,
} from 'node:crypto';
import { escapeMarkup } from '@coachsite/core/text';
import { SignedXml } from 'xml-crypto';
import { encrypt } from 'xml-encryption';
import type { Certificate } from './certificate.ts';

const formats = {
  email: 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
  persistent: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
  transient: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient',
} as const;

/** The content of a response. */
export interface ResponseDetails {
  readonly issuer: string;
  readonly audience: string;
  readonly recipient: string;
  readonly destination: string;
  readonly inResponseTo: string | undefined;
  readonly nameId: string;
  readonly format: keyof typeof formats;
  readonly attributes: Readonly<Record<string, string>>;
  /** Validity from now, in seconds; negative for one that has expired. */
  readonly lifetimeSeconds: number;
  /** When the session at the provider ends, in milliseconds. */
  readonly sessionEndsAt: number | undefined;
}

/** Writes one element; attributes without a value are left out. */
function element(
  name: string,
  attributes: Readonly<Record<string, string | undefined>>,
  ...content: readonly string[]
): string {
  const written = Object.entries(attributes).map(([key, value]) =>
    value === undefined ? '' : ` ${key}="${escapeMarkup(value)}"`,
  );
  return `<${name}${written.join('')}>${content.join('')}</${name}>`;
}

const saml = { 'xmlns:saml': 'urn:oasis:names:tc:SAML:2.0:assertion' };
const samlp = { 'xmlns:samlp': 'urn:oasis:names:tc:SAML:2.0:protocol' };

function assertionOf(details: ResponseDetails): string {
  const { inResponseTo: InResponseTo, recipient: Recipient, sessionEndsAt } = details;
  const NotBefore = new Date().toISOString();
  const NotOnOrAfter = new Date(Date.now() + details.lifetimeSeconds * 1000).toISOString();
  const SessionNotOnOrAfter =
    sessionEndsAt === undefined ? undefined : new Date(sessionEndsAt).toISOString();
  const Method = 'urn:oasis:names:tc:SAML:2.0:cm:bearer';
  const attributes = Object.entries(details.attributes).map(([Name, value]) =>
    element('saml:Attribute', { Name }, element('saml:AttributeValue', {}, escapeMarkup(value))),
  );
  return element(
    'saml:Assertion',
    { ...saml, Version: '2.0', ID: `_${randomUUID()}`, IssueInstant: NotBefore },
    element('saml:Issuer', {}, escapeMarkup(details.issuer)),
    element(
      'saml:Subject',
      {},
      element('saml:NameID', { Format: formats[details.format] }, escapeMarkup(details.nameId)),
      element(
        'saml:SubjectConfirmation',
        { Method },
        element('saml:SubjectConfirmationData', { NotOnOrAfter, Recipient, InResponseTo }),
      ),
    ),
    element(
      'saml:Conditions',
      { NotBefore, NotOnOrAfter },
      element(
        'saml:AudienceRestriction',
        {},
        element('saml:Audience', {}, escapeMarkup(details.audience)),
      ),
    ),
    element(
      'saml:AuthnStatement',
      { AuthnInstant: NotBefore, SessionIndex: `_${randomUUID()}`, SessionNotOnOrAfter },
      element(
        'saml:AuthnContext',
        {},
        element(
          'saml:AuthnContextClassRef',
          {},
          'urn:oasis:names:tc:SAML:2.0:ac:classes:unspecified',
        ),
      ),
    ),
    attributes.length > 0 ? element('saml:AttributeStatement', {}, ...attributes) : '',
  );
}

/** An unsigned response with one assertion. */
export function writeResponse(details: ResponseDetails): string {
  const Value = 'urn:oasis:names:tc:SAML:2.0:status:Success';
  return element(
    'samlp:Response',
    {
      ...samlp,
      ID: `_${randomUUID()}`,
      InResponseTo: details.inResponseTo,
      Version: '2.0',
      IssueInstant: new Date().toISOString(),
      Destination: details.destination,
    },
    element('saml:Issuer', saml, escapeMarkup(details.issuer)),
    element('samlp:Status', {}, element('samlp:StatusCode', { Value })),
    assertionOf(details),
  );
}

const more = 'http://www.w3.org/2001/04/xmldsig-more#';

/** What a signature is made with, as XML names it. */
export interface SigningAlgorithms {
  readonly signature?: string;
  readonly digest?: string;
  /** How the two numbers of ECDSA are written; XML signatures put one after the other. */
  readonly dsaEncoding?: 'ieee-p1363' | 'der';
}

/** `signElement` makes with `node:crypto` what the library cannot make. */
function addTo(signed: SignedXml, { signature, digest, dsaEncoding }: Required<SigningAlgorithms>) {
  const [, hash = 'sha256'] = /(sha\d+)$/.exec(signature) ?? [];
  const [, digestHash = 'sha256'] = /(sha\d+)$/.exec(digest) ?? [];
  signed.SignatureAlgorithms[signature] ??= class {
    getSignature(info: BinaryLike, key: KeyLike) {
      const withKey = { key: createPrivateKey(key as string), dsaEncoding };
      return sign(hash, Buffer.from(info as string), withKey).toString('base64');
    }
    verifySignature() {
      return false;
    }
    getAlgorithmName() {
      return signature;
    }
  };
  signed.HashAlgorithms[digest] ??= class {
    getHash(xml: string) {
      return createHash(digestHash).update(xml).digest('base64');
    }
    getAlgorithmName() {
      return digest;
    }
  };
}

/** Signs one element of a response; the signature follows the issuer, as the schema requires. */
export function signElement(
  xml: string,
  name: 'Assertion' | 'Response',
  { key, certificate }: Certificate,
  algorithms: SigningAlgorithms = {},
): string {
  const {
    signature = `${more}rsa-sha256`,
    digest = 'http://www.w3.org/2001/04/xmlenc#sha256',
    dsaEncoding = 'ieee-p1363',
  } = algorithms;
  const xpath = `//*[local-name(.)='${name}']`;
  const exclusive = 'http://www.w3.org/2001/10/xml-exc-c14n#';
  const signed = new SignedXml({
    privateKey: key,
    publicCert: certificate,
    getKeyInfoContent: SignedXml.getKeyInfoContent,
    signatureAlgorithm: signature,
    canonicalizationAlgorithm: exclusive,
  });
  addTo(signed, { signature, digest, dsaEncoding });
  signed.addReference({
    xpath,
    digestAlgorithm: digest,
    transforms: ['http://www.w3.org/2000/09/xmldsig#enveloped-signature', exclusive],
  });
  const location = { reference: `${xpath}/*[local-name(.)='Issuer']`, action: 'after' } as const;
  signed.computeSignature(xml, { location });
  return signed.getSignedXml();
}

/** Encrypts the assertion of a response for a certificate. */
export async function encryptAssertion(
  xml: string,
  { certificate, publicKey }: { readonly certificate: string; readonly publicKey: string },
): Promise<string> {
  const [assertion = ''] = /<saml:Assertion[\s\S]*<\/saml:Assertion>/.exec(xml) ?? [];
  const encrypted = await new Promise<string>((resolve, reject) =>
    encrypt(
      assertion,
      {
        rsa_pub: publicKey,
        pem: certificate,
        encryptionAlgorithm: 'http://www.w3.org/2009/xmlenc11#aes256-gcm',
        keyEncryptionAlgorithm: 'http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p',
      },
      (error, result) => (error ? reject(error) : resolve(result)),
    ),
  );
  return xml.replace(assertion, () => element('saml:EncryptedAssertion', saml, encrypted));
}
