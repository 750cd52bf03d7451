import { createHash, randomUUID, sign } from 'node:crypto';

const dsig = 'http://www.w3.org/2000/09/xmldsig#';
const exclusive = 'http://www.w3.org/2001/10/xml-exc-c14n#';

export interface BoundedStatement {
  readonly issuer: string;
  readonly audience: string;
  readonly recipient: string;
  readonly inResponseTo: string;
  readonly nameId: string;
  readonly email: string;
  /** When the session at the provider ends, in milliseconds. */
  readonly sessionEndsAt: number;
  readonly key: string;
}

const element = (name: string, attributes: Readonly<Record<string, string>>, content = '') => {
  // Canonical XML: attributes in the order of their names, no short form for empty elements.
  const written = Object.entries(attributes)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, value]) => ` ${key}="${value}"`);
  return `<${name}${written.join('')}>${content}</${name}>`;
};

/** The signature of an element that is written in its canonical form. */
function signatureOf(id: string, content: string, key: string): string {
  const transforms = [`${dsig}enveloped-signature`, exclusive]
    .map((Algorithm) => element('ds:Transform', { Algorithm }))
    .join('');
  const reference = element(
    'ds:Reference',
    { URI: `#${id}` },
    element('ds:Transforms', {}, transforms) +
      element('ds:DigestMethod', { Algorithm: 'http://www.w3.org/2001/04/xmlenc#sha256' }) +
      element('ds:DigestValue', {}, createHash('sha256').update(content).digest('base64')),
  );
  const info =
    element('ds:CanonicalizationMethod', { Algorithm: exclusive }) +
    element('ds:SignatureMethod', {
      Algorithm: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    }) +
    reference;
  const signed = element('ds:SignedInfo', { 'xmlns:ds': dsig }, info);
  const value = sign('sha256', Buffer.from(signed), key).toString('base64');
  return element(
    'ds:Signature',
    { 'xmlns:ds': dsig },
    element('ds:SignedInfo', {}, info) + element('ds:SignatureValue', {}, value),
  );
}

/** A response whose session ends at a time of its own, which samlp does not write. */
export function boundedResponse(statement: BoundedStatement): string {
  const { issuer, audience, recipient, inResponseTo, nameId, email, sessionEndsAt } = statement;
  const now = Date.now();
  const at = (ms: number) => new Date(ms).toISOString();
  const id = `_${randomUUID()}`;
  const soon = at(now + 300_000);
  const head = element('saml:Issuer', {}, issuer);
  const confirmed = element('saml:SubjectConfirmationData', {
    InResponseTo: inResponseTo,
    NotOnOrAfter: soon,
    Recipient: recipient,
  });
  const subject =
    element(
      'saml:NameID',
      { Format: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent' },
      nameId,
    ) +
    element(
      'saml:SubjectConfirmation',
      { Method: 'urn:oasis:names:tc:SAML:2.0:cm:bearer' },
      confirmed,
    );
  const audiences = element('saml:AudienceRestriction', {}, element('saml:Audience', {}, audience));
  const context = element(
    'saml:AuthnContextClassRef',
    {},
    'urn:oasis:names:tc:SAML:2.0:ac:classes:Password',
  );
  const rest =
    element('saml:Subject', {}, subject) +
    element('saml:Conditions', { NotBefore: at(now), NotOnOrAfter: soon }, audiences) +
    element(
      'saml:AuthnStatement',
      { AuthnInstant: at(now), SessionNotOnOrAfter: at(sessionEndsAt) },
      element('saml:AuthnContext', {}, context),
    ) +
    element(
      'saml:AttributeStatement',
      {},
      element('saml:Attribute', { Name: 'mail' }, element('saml:AttributeValue', {}, email)),
    );
  const assertion = (content: string) =>
    // The declaration of a namespace comes before the attributes.
    element('saml:Assertion', { ID: id, IssueInstant: at(now), Version: '2.0' }, content).replace(
      '<saml:Assertion',
      '<saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"',
    );
  const signature = signatureOf(id, assertion(head + rest), statement.key);
  const status = '<samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/>';
  return `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ID="_${randomUUID()}" Version="2.0" IssueInstant="${at(now)}" Destination="${recipient}" InResponseTo="${inResponseTo}"><saml:Issuer xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">${issuer}</saml:Issuer><samlp:Status>${status}</samlp:Status>${assertion(head + signature + rest)}</samlp:Response>`;
}
