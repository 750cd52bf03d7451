import fc from 'fast-check';
import { type Clock, type Digest, type Ids, type Random, toHex } from '../../kernel/index.ts';
import type { TestRunner } from '../runner.ts';

/** A clock that runs gives the current time; one that stands still, a plausible one. */
export function clockContract({ test, expect }: TestRunner, open: () => Clock): void {
  test('the time is whole milliseconds since 1970, not seconds', () => {
    const now = open().now();
    expect(Number.isSafeInteger(now)).toBe(true);
    expect(now).toBeGreaterThan(Date.UTC(2001, 0));
    expect(now).toBeLessThan(Date.UTC(2200, 0));
  });

  test('the time does not run backwards by itself', () => {
    const clock = open();
    const times = Array.from({ length: 100 }, () => clock.now());
    expect(times).toEqual(times.toSorted((a, b) => a - b));
  });
}

/** Chance alone fails this suite less than once in 10^20 runs. */
export function randomContract({ test, expect }: TestRunner, open: () => Random): void {
  test('as many bytes as were asked for', () => {
    const random = open();
    for (const length of [0, 1, 16, 32, 1000]) expect(random.bytes(length)).toHaveLength(length);
  });

  test('no draw repeats another one or changes it later', () => {
    const random = open();
    const draws = Array.from({ length: 50 }, () => random.bytes(16));
    const seen = draws.map(toHex);
    expect(new Set(seen).size).toBe(50);
    random.bytes(16);
    expect(draws.map(toHex)).toEqual(seen);
  });

  test('every value of a byte occurs', () => {
    expect(new Set(open().bytes(16_384)).size).toBe(256);
  });
}

/** What `Ids` do. */
export function idsContract({ test, expect }: TestRunner, open: () => Ids): void {
  test('ids are UUIDs of version 4 in lower case, and no two are equal', () => {
    const ids = open();
    const made = Array.from({ length: 1000 }, () => ids.uuid());
    for (const id of made)
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(new Set(made).size).toBe(1000);
  });
}

/** Digests of SHA-256, as in the examples of FIPS 180-4. */
const digests: readonly (readonly [string, string])[] = [
  ['', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
  ['abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
  [
    'abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq',
    '248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1',
  ],
  ['é', '4a99557e4033c3539de2eb65472017cad5f9557f7a0625a09f1c3f6e2ba69c4c'],
];

/** What a `Digest` does. */
export function digestContract({ test, expect }: TestRunner, open: () => Digest): void {
  test('known texts have their known digests; a text is its bytes in UTF-8', () => {
    const digest = open();
    for (const [text, expected] of digests) expect(toHex(digest.sha256(text))).toBe(expected);
    expect(toHex(digest.sha256(Uint8Array.of(0xc3, 0xa9)))).toBe(digests[3]?.[1]);
  });

  test('bytes of any length have a digest of 32 bytes, the same each time', () => {
    const digest = open();
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        const made = digest.sha256(bytes);
        expect(made).toHaveLength(32);
        expect(toHex(digest.sha256(Uint8Array.from(bytes)))).toBe(toHex(made));
        expect(toHex(digest.sha256(Uint8Array.of(...bytes, 0)))).not.toBe(toHex(made));
      }),
      { numRuns: 50 },
    );
  });
}
