import { DOMParser, type Element } from '@xmldom/xmldom';

const protocol = 'urn:oasis:names:tc:SAML:2.0:protocol';
const assertion = 'urn:oasis:names:tc:SAML:2.0:assertion';
const metadata = 'urn:oasis:names:tc:SAML:2.0:metadata';
const signature = 'http://www.w3.org/2000/09/xmldsig#';

/** The namespaces of SAML 2.0. */
export const namespaces = { protocol, assertion, metadata, signature } as const;

/** Parses XML without a document type: entities are where XML gets dangerous. Throws for what is not well-formed. */
export function parseXml(text: string): Element {
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text)) throw new Error('A document type is not accepted');
  const fail = (_level: string, message: string) => {
    throw new Error(message);
  };
  const { documentElement } = new DOMParser({ onError: fail }).parseFromString(text, 'text/xml');
  if (!documentElement) throw new Error('The XML has no element');
  return documentElement;
}

const isElement = (node: { readonly nodeType: number }): node is Element => node.nodeType === 1;

/** The children of an element with a name, in order. */
export function childrenOf(element: Element, namespace: string, name: string): readonly Element[] {
  return [...element.childNodes].filter(
    (node): node is Element =>
      isElement(node) && node.namespaceURI === namespace && node.localName === name,
  );
}

/** The whole text of an element; comments in it do not cut it. */
export function textOf(element: Element | undefined): string {
  return element?.textContent?.trim() ?? '';
}

/** The value of an attribute, if it is there. */
export function attributeOf(element: Element | undefined, name: string): string | undefined {
  return element?.hasAttribute(name) ? (element.getAttribute(name) ?? undefined) : undefined;
}

/** Text as it may stand in an attribute or an element. */
export function escapeXml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
