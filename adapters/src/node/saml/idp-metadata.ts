import { isLoopbackHost } from '@coachsite/core/url';
import { attributeOf, childrenOf, type Element, namespaces, parseXml, textOf } from './xml.ts';

/** An identity provider as its metadata describes it. */
export interface IdentityProvider {
  readonly entityId: string;
  /** URL that signed requests are sent to. */
  readonly signInUrl: string;
  /** The only certificates whose signatures are accepted, in base64. */
  readonly certificates: readonly string[];
}

const { metadata, signature } = namespaces;
const redirectBinding = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect';

/** Finds the entity of the identity provider and its role, alone or in a group. */
function describedIn(root: Element): readonly [Element, Element] {
  const entities =
    root.localName === 'EntitiesDescriptor'
      ? childrenOf(root, metadata, 'EntityDescriptor')
      : [root];
  for (const entity of entities) {
    const [role] = childrenOf(entity, metadata, 'IDPSSODescriptor');
    if (entity.localName === 'EntityDescriptor' && role) return [entity, role];
  }
  throw new Error('The metadata describes no identity provider');
}

/** Reads the metadata of an identity provider. Throws when a required part is missing. */
export function readIdpMetadata(xml: string): IdentityProvider {
  const [entity, role] = describedIn(parseXml(xml));
  const entityId = attributeOf(entity, 'entityID') ?? '';
  const service = childrenOf(role, metadata, 'SingleSignOnService').find(
    (each) => attributeOf(each, 'Binding') === redirectBinding,
  );
  const url = new URL(attributeOf(service, 'Location') ?? '');
  const certificates = childrenOf(role, metadata, 'KeyDescriptor')
    .filter((key) => attributeOf(key, 'use') !== 'encryption')
    .flatMap((key) => childrenOf(key, signature, 'KeyInfo'))
    .flatMap((info) => childrenOf(info, signature, 'X509Data'))
    .flatMap((data) => childrenOf(data, signature, 'X509Certificate'))
    .map((certificate) => textOf(certificate).replace(/\s/g, ''));
  const isSafe =
    url.protocol === 'https:' || (url.protocol === 'http:' && isLoopbackHost(url.hostname));
  if (!entityId || !isSafe || certificates.length === 0)
    throw new Error('The metadata of the identity provider is incomplete');
  return { entityId, signInUrl: url.href, certificates };
}
