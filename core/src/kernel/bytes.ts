const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** Base64url without padding (RFC 4648, section 5). */
export function toBase64Url(bytes: Uint8Array): string {
  let text = '';
  for (let i = 0; i < bytes.length; i += 3) {
    const left = bytes.length - i;
    const word = ((bytes[i] ?? 0) << 16) | ((bytes[i + 1] ?? 0) << 8) | (bytes[i + 2] ?? 0);
    const letters = [18, 12, 6, 0].map((shift) => alphabet[(word >> shift) & 63]);
    text += letters.slice(0, left === 1 ? 2 : left === 2 ? 3 : 4).join('');
  }
  return text;
}

/** Lower-case hexadecimal. */
export function toHex(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Compares two secrets in time that depends on their length only. */
export function constantTimeEqual(a: string, b: string): boolean {
  let difference = a.length ^ b.length;
  for (let i = 0; i < a.length; i += 1)
    difference |= a.charCodeAt(i) ^ b.charCodeAt(i % (b.length || 1));
  return difference === 0;
}

/** One-way hashes (SHA-256). Tokens are stored only as such a digest. */
export interface Digest {
  /** The 32 bytes of the SHA-256 of bytes, or of a text in UTF-8. */
  readonly sha256: (data: string | Uint8Array) => Uint8Array;
}
