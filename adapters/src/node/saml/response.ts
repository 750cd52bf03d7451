import type { AssertionCheck, ParsedAssertion } from '@coachsite/core/federation';
import { acceptedDigests, acceptedSignatures } from './algorithms.ts';
import {
  attributeOf,
  childrenOf,
  descendantsOf,
  type Element,
  namespaces,
  parseXml,
  textOf,
} from './xml.ts';
import { isXmlSmall } from './xml-size.ts';

const { assertion, protocol, signature } = namespaces;
const bearer = 'urn:oasis:names:tc:SAML:2.0:cm:bearer';
const success = 'urn:oasis:names:tc:SAML:2.0:status:Success';

/** Counts tags of this local name. Text and comments that look like one count too, which can only cause a rejection. */
const countTags = (xml: string, name: string) =>
  [...xml.matchAll(new RegExp(`<(?:[^\\s<>/:]+:)?${name}(?=[\\s/>])`, 'g'))].length;

/**
 * Whether every signature and digest that is named is of the SHA-2 family; the library would accept SHA-1 too. Whether
 * there is a signature, and what it covers, is checked elsewhere. Source: docs/security.md#FD-6.
 */
const isSignedWithSha2 = (root: Element) => {
  const areAll = (name: string, accepted: ReadonlySet<string>) =>
    descendantsOf(root, name).every((each) => accepted.has(attributeOf(each, 'Algorithm') ?? ''));
  return areAll('SignatureMethod', acceptedSignatures) && areAll('DigestMethod', acceptedDigests);
};

/** A response that is not accepted, and the check that it failed: `encrypted` has an error kind of its own. */
export class UnacceptedResponse extends Error {
  readonly check: AssertionCheck | 'encrypted';

  constructor(check: AssertionCheck | 'encrypted', cause?: unknown) {
    super(check, { cause });
    this.check = check;
  }
}

/** The result of a step; whatever it throws fails this check. */
function checked<T>(check: AssertionCheck, step: () => T): T {
  try {
    return step();
  } catch (error) {
    throw error instanceof UnacceptedResponse ? error : new UnacceptedResponse(check, error);
  }
}

/**
 * Decodes a posted response. Rejects every form that has been used to smuggle in a second assertion: document types,
 * several assertions anywhere, encrypted assertions, several responses. Throws an `UnacceptedResponse`. Source:
 * docs/security.md#FD-6.
 */
export function decodeResponse(base64: string): { readonly xml: string; readonly root: Element } {
  if (!/^[A-Za-z0-9+/=\s]+$/.test(base64)) throw new UnacceptedResponse('encoding');
  const bytes = Buffer.from(base64, 'base64');
  const xml = checked('encoding', () => new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  if (!isXmlSmall(xml)) throw new UnacceptedResponse('size');
  const root = checked('xml', () => parseXml(xml));
  if (countTags(xml, 'EncryptedAssertion') > 0) throw new UnacceptedResponse('encrypted');
  // The library looks at the status only where it finds no assertion.
  const [code, ...codes] = childrenOf(root, protocol, 'Status').flatMap((status) =>
    childrenOf(status, protocol, 'StatusCode'),
  );
  if (code && attributeOf(code, 'Value') !== success) throw new UnacceptedResponse('status');
  const [given, ...others] = childrenOf(root, assertion, 'Assertion');
  const isOne =
    root.localName === 'Response' &&
    root.namespaceURI === protocol &&
    countTags(xml, 'Response') === 1 &&
    countTags(xml, 'Assertion') === 1 &&
    others.length === 0;
  if (!isOne || !given || !code || codes.length > 0) throw new UnacceptedResponse('form');
  if (childrenOf(given, signature, 'Signature').length === 0)
    throw new UnacceptedResponse('not_signed');
  if (!isSignedWithSha2(root)) throw new UnacceptedResponse('algorithm');
  return { xml, root };
}

/** Parses a SAML time. One that cannot be parsed becomes `unreadable`, chosen so that its check fails. */
function timeOf(
  element: Element | undefined,
  name: string,
  unreadable: number,
): number | undefined {
  const text = attributeOf(element, name);
  if (text === undefined) return undefined;
  const at = Date.parse(text);
  return Number.isNaN(at) ? unreadable : at;
}

const tooEarly = Number.MAX_SAFE_INTEGER;

/** Parses an assertion from the text whose signature was verified, with the attributes of its response. */
export function parseAssertion(signedAssertion: string, response: Element): ParsedAssertion {
  const root = checked('xml', () => parseXml(signedAssertion));
  if (root.localName !== 'Assertion' || root.namespaceURI !== assertion)
    throw new UnacceptedResponse('form');
  const one = (parent: Element | undefined, name: string) =>
    parent ? childrenOf(parent, assertion, name) : [];
  const [subject] = one(root, 'Subject');
  const [nameId] = one(subject, 'NameID');
  const [conditions] = one(root, 'Conditions');
  const [statement] = one(root, 'AuthnStatement');
  const confirmations = one(subject, 'SubjectConfirmation')
    .filter((each) => attributeOf(each, 'Method') === bearer)
    .flatMap((each) => one(each, 'SubjectConfirmationData'));
  const attributes = one(root, 'AttributeStatement')
    .flatMap((each) => one(each, 'Attribute'))
    .map((each) => {
      const name = attributeOf(each, 'Name') ?? '';
      return [name, one(each, 'AttributeValue').map(textOf)] as const;
    });
  const [responseIssuer] = childrenOf(response, assertion, 'Issuer');
  return {
    id: attributeOf(root, 'ID') ?? '',
    issuer: textOf(one(root, 'Issuer')[0]),
    response: {
      issuer: responseIssuer && textOf(responseIssuer),
      destination: attributeOf(response, 'Destination'),
      inResponseTo: attributeOf(response, 'InResponseTo'),
    },
    audiences: one(conditions, 'AudienceRestriction')
      .flatMap((each) => one(each, 'Audience'))
      .map(textOf),
    notBefore: timeOf(conditions, 'NotBefore', tooEarly),
    notOnOrAfter: timeOf(conditions, 'NotOnOrAfter', 0),
    confirmations: confirmations.map((each) => ({
      recipient: attributeOf(each, 'Recipient'),
      inResponseTo: attributeOf(each, 'InResponseTo'),
      notBefore: timeOf(each, 'NotBefore', tooEarly),
      notOnOrAfter: timeOf(each, 'NotOnOrAfter', 0),
    })),
    sessionNotOnOrAfter: timeOf(statement, 'SessionNotOnOrAfter', 0),
    nameId: nameId && {
      value: textOf(nameId),
      format: attributeOf(nameId, 'Format') ?? '',
    },
    attributes: Object.fromEntries(attributes),
    hasEncryptedParts: ['EncryptedID', 'EncryptedAttribute'].some(
      (name) => descendantsOf(root, name).length > 0,
    ),
  };
}
