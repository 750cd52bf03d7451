/** A cryptographically secure source of bytes. */
export interface Random {
  readonly bytes: (length: number) => Uint8Array;
}

/** Generates random UUIDs (version 4, RFC 9562). */
export interface Ids {
  readonly uuid: () => string;
}

/**
 * `count` uniformly random decimal digits: bytes of 250 and above are drawn again, because 256 is not a multiple of
 * 10.
 */
export function randomDigits(random: Random, count: number): string {
  let digits = '';
  while (digits.length < count) {
    for (const byte of random.bytes(count)) {
      if (byte < 250 && digits.length < count) digits += String(byte % 10);
    }
  }
  return digits;
}
