import { type Digest, type Random, toBase64Url, toHex } from '../kernel/index.ts';

const tokenBytes = 32;

/** The token of a mailed link; only its digest is stored. */
export const newLinkToken = (ports: { readonly random: Random }): string =>
  toBase64Url(ports.random.bytes(tokenBytes));

/** The digest under which a link is stored: SHA-256 as hexadecimal. */
export const linkDigest = (ports: { readonly digest: Digest }, token: string): string =>
  toHex(ports.digest.sha256(token));
