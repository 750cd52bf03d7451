/** A cryptographically secure source of bytes. */
export interface Random {
  /** `length` new random bytes. */
  readonly bytes: (length: number) => Uint8Array;
}

/** Generates random UUIDs (version 4, RFC 9562). */
export interface Ids {
  /** A new id, in lower case. */
  readonly uuid: () => string;
}

/**
 * `count` uniformly random decimal digits: bytes of 250 and above are drawn again, because 256 is not a multiple of
 * 10. Throws a RangeError when 100 draws gave too few: the source is stuck, and a code of it would be no secret.
 */
export function randomDigits(random: Random, count: number): string {
  let digits = '';
  for (let draws = 0; digits.length < count; draws += 1) {
    // biome-ignore lint/plugin: a fault of the machine, which no caller can mend
    if (draws === 100) throw new RangeError('The source of random bytes is stuck');
    for (const byte of random.bytes(count)) {
      if (byte < 250 && digits.length < count) digits += String(byte % 10);
    }
  }
  return digits;
}
