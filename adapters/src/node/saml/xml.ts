import { createRequire } from 'node:module';

const protocol = 'urn:oasis:names:tc:SAML:2.0:protocol';
const assertion = 'urn:oasis:names:tc:SAML:2.0:assertion';
const metadata = 'urn:oasis:names:tc:SAML:2.0:metadata';
const signature = 'http://www.w3.org/2000/09/xmldsig#';

/** The namespaces of SAML 2.0. */
export const namespaces = { protocol, assertion, metadata, signature } as const;

interface Node {
  readonly nodeType: number;
  readonly namespaceURI: string | null;
  readonly localName: string;
  readonly childNodes: ArrayLike<Node>;
  readonly textContent: string | null;
}

/** An element of parsed XML, as far as SAML is read from it. */
export interface Element extends Node {
  readonly hasAttribute: (name: string) => boolean;
  readonly getAttribute: (name: string) => string | null;
  readonly getElementsByTagNameNS: (namespace: string, name: string) => ArrayLike<Element>;
}

interface Parser {
  readonly parseFromString: (text: string, type: string) => { documentElement: Element | null };
}

interface ParserLibrary {
  readonly DOMParser: new (options: {
    readonly errorHandler: (level: string, message: string) => never;
  }) => Parser;
}

// The types of the package would declare every global of a browser, so only what is used is described here.
const require = createRequire(import.meta.url);
const { DOMParser }: ParserLibrary = require('@xmldom/xmldom');

function reject(_level: string, message: string): never {
  throw new Error(message);
}

/**
 * Parses XML without a document type, because entities are the dangerous part of XML. Throws for what is not
 * well-formed. This is the same copy of the parser that node-saml uses to verify signatures.
 */
export function parseXml(text: string): Element {
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text)) throw new Error('A document type is not accepted');
  const parser = new DOMParser({ errorHandler: reject });
  const { documentElement } = parser.parseFromString(text, 'text/xml');
  if (!documentElement) throw new Error('The XML has no element');
  return documentElement;
}

const isElement = (node: Node): node is Element => node.nodeType === 1;

/** The children of an element with a name, in order. */
export function childrenOf(element: Element, namespace: string, name: string): readonly Element[] {
  return Array.from(element.childNodes).filter(
    (node): node is Element =>
      isElement(node) && node.namespaceURI === namespace && node.localName === name,
  );
}

/** The elements with a name anywhere below an element, in whatever namespace. */
export function descendantsOf(element: Element, name: string): readonly Element[] {
  return Array.from(element.getElementsByTagNameNS('*', name));
}

/** The whole text of an element; comments in it do not cut it. */
export function textOf(element: Element | undefined): string {
  return element?.textContent?.trim() ?? '';
}

/** The value of an attribute, if it is there. */
export function attributeOf(element: Element | undefined, name: string): string | undefined {
  return element?.hasAttribute(name) ? (element.getAttribute(name) ?? undefined) : undefined;
}
