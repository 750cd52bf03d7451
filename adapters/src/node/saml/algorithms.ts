import { createHash, createPublicKey, verify } from 'node:crypto';
import { createRequire } from 'node:module';

const more = 'http://www.w3.org/2001/04/xmldsig-more#';
const encryption = 'http://www.w3.org/2001/04/xmlenc#';

/**
 * The signatures that are accepted: RSA (PKCS #1 v1.5) and ECDSA, each with the SHA-2 family. Source:
 * docs/security.md#FD-6.
 */
export const acceptedSignatures: ReadonlySet<string> = new Set(
  ['rsa', 'ecdsa'].flatMap((key) => [256, 384, 512].map((size) => `${more}${key}-sha${size}`)),
);

/** The digests that are accepted. SHA-384 has a name in two standards. Source: docs/security.md#FD-6. */
export const acceptedDigests: ReadonlySet<string> = new Set([
  ...[256, 384, 512].map((size) => `${encryption}sha${size}`),
  `${more}sha384`,
]);

interface SignatureAlgorithm {
  readonly verifySignature: (material: string, key: string, signature: string) => boolean;
}

interface HashAlgorithm {
  readonly getHash: (xml: string) => string;
}

interface SignedXml {
  findSignatureAlgorithm(name: string): SignatureAlgorithm;
  findHashAlgorithm(name: string): HashAlgorithm;
}

/** RSA as in PKCS #1; ECDSA as XML signatures write it: both numbers one after the other, not in ASN.1. */
const signature = (type: 'rsa' | 'ec', hash: string): SignatureAlgorithm => ({
  verifySignature: (material, pem, value) => {
    const key = createPublicKey(pem);
    const bytes = Buffer.from(value, 'base64');
    return (
      key.asymmetricKeyType === type &&
      verify(hash, Buffer.from(material), { key, dsaEncoding: 'ieee-p1363' }, bytes)
    );
  },
});

const sha384: HashAlgorithm = {
  getHash: (xml) => createHash('sha384').update(xml, 'utf8').digest('base64'),
};

const addedSignatures: ReadonlyMap<string, SignatureAlgorithm> = new Map([
  [`${more}rsa-sha384`, signature('rsa', 'sha384')],
  [`${more}ecdsa-sha256`, signature('ec', 'sha256')],
  [`${more}ecdsa-sha384`, signature('ec', 'sha384')],
  [`${more}ecdsa-sha512`, signature('ec', 'sha512')],
]);

const addedHashes: ReadonlyMap<string, HashAlgorithm> = new Map([
  [`${encryption}sha384`, sha384],
  [`${more}sha384`, sha384],
]);

// The types of the package would declare every global of a browser, so only what is used is described here.
const require = createRequire(import.meta.url);
const { SignedXml }: { readonly SignedXml: { readonly prototype: SignedXml } } =
  require('xml-crypto');

/**
 * Teaches the library, in the thread that verifies, the accepted algorithms that it lacks. Its tables belong to each signature that it checks, and
 * node-saml creates those itself, so that they are added where a name is looked up.
 */
export function addAlgorithms(): void {
  const { prototype } = SignedXml;
  const { findSignatureAlgorithm, findHashAlgorithm } = prototype;
  prototype.findSignatureAlgorithm = function find(name) {
    return addedSignatures.get(name) ?? findSignatureAlgorithm.call(this, name);
  };
  prototype.findHashAlgorithm = function find(name) {
    return addedHashes.get(name) ?? findHashAlgorithm.call(this, name);
  };
}
