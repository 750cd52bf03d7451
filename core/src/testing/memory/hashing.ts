/** The bytes of a text in UTF-8; a lone surrogate becomes U+FFFD. */
export function utf8(text: string): Uint8Array {
  const encoded = encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd'));
  const bytes: number[] = [];
  for (let i = 0; i < encoded.length; i += 1) {
    const isEscaped = encoded[i] === '%';
    bytes.push(
      isEscaped ? Number.parseInt(encoded.slice(i + 1, i + 3), 16) : encoded.charCodeAt(i),
    );
    if (isEscaped) i += 2;
  }
  return Uint8Array.from(bytes);
}

/** The message in 64-byte blocks of big-endian words, with its length in bits at the end (FIPS 180-4, 5.1.1). */
function blocksOf(message: Uint8Array): readonly Uint32Array[] {
  const size = Math.ceil((message.length + 9) / 64) * 64;
  const bytes = new Uint8Array(size);
  bytes.set(message);
  bytes[message.length] = 0x80;
  const view = new DataView(bytes.buffer);
  view.setUint32(size - 8, Math.floor(message.length / 0x2000_0000));
  view.setUint32(size - 4, (message.length << 3) >>> 0);
  return Array.from({ length: size / 64 }, (_, block) =>
    Uint32Array.from({ length: 16 }, (__, word) => view.getUint32(block * 64 + word * 4)),
  );
}

function toBytes(words: readonly number[]): Uint8Array {
  const view = new DataView(new ArrayBuffer(words.length * 4));
  for (const [index, word] of words.entries()) view.setUint32(index * 4, word >>> 0);
  return new Uint8Array(view.buffer);
}

const primes = (() => {
  const found: number[] = [];
  for (let n = 2; found.length < 64; n += 1)
    if (found.every((prime) => n % prime !== 0)) found.push(n);
  return found;
})();

/** The first 32 bits of the fractional part of a root. */
const fraction = (root: number) => (root * 0x1_0000_0000) >>> 0;
const constants = primes.map((prime) => fraction(Math.cbrt(prime)));
const initial = primes.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));

const right = (word: number, by: number) => (word >>> by) | (word << (32 - by));
const left = (word: number, by: number) => (word << by) | (word >>> (32 - by));

/** SHA-256 (FIPS 180-4), for tests: slow. */
export function sha256(message: Uint8Array): Uint8Array {
  const hash = [...initial];
  for (const block of blocksOf(message)) {
    const words = [...block];
    for (let i = 16; i < 64; i += 1) {
      const [early = 0, late = 0] = [words[i - 15], words[i - 2]];
      const s0 = right(early, 7) ^ right(early, 18) ^ (early >>> 3);
      const s1 = right(late, 17) ^ right(late, 19) ^ (late >>> 10);
      words.push(((words[i - 16] ?? 0) + s0 + (words[i - 7] ?? 0) + s1) >>> 0);
    }
    let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = hash;
    for (let i = 0; i < 64; i += 1) {
      const s1 = right(e, 6) ^ right(e, 11) ^ right(e, 25);
      const choice = (e & f) ^ (~e & g);
      const t1 = (h + s1 + choice + (constants[i] ?? 0) + (words[i] ?? 0)) >>> 0;
      const s0 = right(a, 2) ^ right(a, 13) ^ right(a, 22);
      const majority = (a & b) ^ (a & c) ^ (b & c);
      const t2 = (s0 + majority) >>> 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + t1) >>> 0, c, b, a, (t1 + t2) >>> 0];
    }
    for (const [i, word] of [a, b, c, d, e, f, g, h].entries())
      hash[i] = ((hash[i] ?? 0) + word) >>> 0;
  }
  return toBytes(hash);
}

/** SHA-1 (FIPS 180-4), which RFC 6238 asks for. */
function sha1(message: Uint8Array): Uint8Array {
  const hash = [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0];
  for (const block of blocksOf(message)) {
    const words = [...block];
    for (let i = 16; i < 80; i += 1) {
      const mixed =
        (words[i - 3] ?? 0) ^ (words[i - 8] ?? 0) ^ (words[i - 14] ?? 0) ^ (words[i - 16] ?? 0);
      words.push(left(mixed, 1) >>> 0);
    }
    let [a = 0, b = 0, c = 0, d = 0, e = 0] = hash;
    for (let i = 0; i < 80; i += 1) {
      const [f, k] =
        i < 20
          ? [(b & c) | (~b & d), 0x5a827999]
          : i < 40
            ? [b ^ c ^ d, 0x6ed9eba1]
            : i < 60
              ? [(b & c) | (b & d) | (c & d), 0x8f1bbcdc]
              : [b ^ c ^ d, 0xca62c1d6];
      const next = (left(a, 5) + f + e + k + (words[i] ?? 0)) >>> 0;
      [e, d, c, b, a] = [d, c, left(b, 30) >>> 0, a, next];
    }
    for (const [i, word] of [a, b, c, d, e].entries()) hash[i] = ((hash[i] ?? 0) + word) >>> 0;
  }
  return toBytes(hash);
}

/** HMAC-SHA-1 (RFC 2104), for a key of at most 64 bytes. */
export function hmacSha1(key: Uint8Array, message: Uint8Array): Uint8Array {
  const block = new Uint8Array(64);
  block.set(key);
  const inner = sha1(Uint8Array.from([...block.map((byte) => byte ^ 0x36), ...message]));
  return sha1(Uint8Array.from([...block.map((byte) => byte ^ 0x5c), ...inner]));
}
