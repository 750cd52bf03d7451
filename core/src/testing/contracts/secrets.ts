import fc from 'fast-check';
import type { PasswordHasher } from '../../account/index.ts';
import type { JsonObject } from '../../kernel/index.ts';
import type { SecretBox, Totp } from '../../mfa/index.ts';
import type { Pseudonyms } from '../../security-log/index.ts';
import type { TokenSigner } from '../../session/index.ts';
import type { TestRunner } from '../runner.ts';
import { commonText, unlikeTexts } from './unlike-texts.ts';

/** Slow hashes make this suite slow: it makes about ten. */
export function passwordHasherContract(
  { test, expect }: TestRunner,
  open: () => PasswordHasher,
): void {
  const password = 'Kraanvogel-7!zee';

  test('a hash does not show the password, and no two hashes of it are equal', async () => {
    const hasher = open();
    const [one, other] = [await hasher.hash(password), await hasher.hash(password)];
    expect(one._unsafeUnwrap()).not.toContain('Kraanvogel');
    expect(one._unsafeUnwrap()).not.toBe(other._unsafeUnwrap());
  });

  test('a password matches only its own hash, up to the last of 128 characters', async () => {
    const hasher = open();
    const start = 'é'.repeat(127);
    const hash = (await hasher.hash(`${start}a`))._unsafeUnwrap();
    const check = async (given: string) => (await hasher.verify(given, hash))._unsafeUnwrap();
    expect(await check(`${start}a`)).toEqual({ matches: true, needsRehash: false });
    for (const other of [`${start}b`, start, `${start}a `, ''])
      expect((await check(other)).matches).toBe(false);
  });

  test('a password counts with every character, also what a C string or one byte has no place for', async () => {
    const hasher = open();
    for (const [one, other] of [
      [`${password}\0a`, `${password}\0b`],
      [`${password}\u0161`, `${password}a`],
      [`${password}\u{1f370}`, `${password}\u{1f371}`],
    ] as const) {
      const hash = (await hasher.hash(one))._unsafeUnwrap();
      expect((await hasher.verify(other, hash))._unsafeUnwrap().matches).toBe(false);
      expect((await hasher.verify(one, hash))._unsafeUnwrap().matches).toBe(true);
    }
  });

  test('a password is the same however its letters with accents and its spaces were typed', async () => {
    const hasher = open();
    const forms = ['Caf\u00e9 Str0ng!pw', 'Cafe\u0301 Str0ng!pw', 'Caf\u00e9\u00a0Str0ng!pw'];
    for (const one of forms) {
      const hash = (await hasher.hash(one))._unsafeUnwrap();
      for (const other of forms)
        expect((await hasher.verify(other, hash))._unsafeUnwrap()).toEqual({
          matches: true,
          needsRehash: false,
        });
      expect((await hasher.verify('Cafe Str0ng!pw', hash))._unsafeUnwrap().matches).toBe(false);
    }
  });

  test('without a hash nothing matches', async () => {
    const checked = await open().verify(password, undefined);
    expect(checked._unsafeUnwrap()).toEqual({ matches: false, needsRehash: false });
  });

  test('requests of many clients at once are all served, or rejected with a time to wait', async () => {
    const hasher = open();
    const hashes = await Promise.all(
      ['192.0.2.1', '192.0.2.2', undefined].map((ip) => hasher.hash(password, ip)),
    );
    for (const hash of hashes) {
      const isFine = hash.isOk() || hash.error.retryAfterSeconds > 0;
      expect(isFine).toBe(true);
    }
  });
}

/** `open` returns a box with a key of its own. */
export function secretBoxContract({ test, expect }: TestRunner, open: () => SecretBox): void {
  test('a secret opens with its box and context only', () => {
    const [box, other] = [open(), open()];
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (secret, context) => {
        const sealed = box.seal(secret, context);
        expect(box.open(sealed, context)).toBe(secret);
        expect(() => box.open(sealed, `${context}.`)).toThrow();
        expect(() => other.open(sealed, `${context}.`)).toThrow();
      }),
      { numRuns: 20 },
    );
  });

  test('a secret opens in no context that differs in anything', () => {
    const box = open();
    fc.assert(
      fc.property(commonText, (common) => {
        for (const [context, other] of unlikeTexts(common)) {
          const sealed = box.seal('secret', context);
          expect(() => box.open(sealed, other)).toThrow();
        }
      }),
      { numRuns: 5 },
    );
  });

  test('a sealed text does not show its secret, is another one each time, and opens only unchanged', () => {
    const box = open();
    const sealed = box.seal('JBSWY3DPEHPK3PXP', 'f');
    expect(sealed).not.toContain('JBSWY3DP');
    expect(box.seal('JBSWY3DPEHPK3PXP', 'f')).not.toBe(sealed);
    for (const at of [0, Math.floor(sealed.length / 2)]) {
      const changed = sealed.slice(0, at) + (sealed[at] === 'A' ? 'B' : 'A') + sealed.slice(at + 1);
      expect(() => box.open(changed, 'f')).toThrow();
    }
    for (const wrong of ['', 'x', sealed.slice(1)]) expect(() => box.open(wrong, 'f')).toThrow();
  });
}

/** `open` returns pseudonyms under a new key. */
export function pseudonymsContract({ test, expect }: TestRunner, open: () => Pseudonyms): void {
  test('a text has one pseudonym, which does not contain it', () => {
    const pseudonyms = open();
    fc.assert(
      fc.property(fc.string({ minLength: 4 }), (text) => {
        const made = pseudonyms.of(text);
        expect(pseudonyms.of(text)).toBe(made);
        expect(made).toMatch(/^[A-Za-z0-9_-]{16,64}$/);
        expect(made).not.toBe(text);
      }),
      { numRuns: 50 },
    );
  });

  test('texts that differ in anything have pseudonyms of their own', () => {
    const pseudonyms = open();
    fc.assert(
      fc.property(commonText, (common) => {
        const texts = unlikeTexts(common).flat();
        expect(new Set(texts.map(pseudonyms.of)).size).toBe(texts.length);
      }),
      { numRuns: 20 },
    );
  });

  test('no two texts share a pseudonym, and another key gives others', () => {
    const [pseudonyms, others] = [open(), open()];
    const texts = Array.from({ length: 200 }, (_, i) => `reader${i}@example.com`);
    const made = [...texts.map(pseudonyms.of), ...texts.map(others.of)];
    expect(new Set(made).size).toBe(400);
  });
}

/** `open` returns a signer with a key of its own. */
export function tokenSignerContract({ test, expect }: TestRunner, open: () => TokenSigner): void {
  const claims = { sub: 'u', exp: 4_000_000_000, app: { roles: ['admin', null], name: 'Zoë' } };

  test('the claims of a signed token are read as they were', async () => {
    const signer = open();
    const name = fc.string({ minLength: 1 }).map((text) => `c_${text}`);
    await fc.assert(
      fc.asyncProperty(fc.dictionary(name, fc.jsonValue()), async (some) => {
        const given = JSON.parse(JSON.stringify(some)) as JsonObject;
        const read = await signer.verify(await signer.sign(given));
        expect(read._unsafeUnwrap()).toEqual(given);
      }),
      { numRuns: 20 },
    );
  });

  test('a changed token, one of another signer, and text that is none are rejected', async () => {
    const signer = open();
    const token = await signer.sign(claims);
    const [head = '', body = '', signature = ''] = token.split('.');
    const flip = (part: string, at: number) =>
      part.slice(0, at) + (part[at] === 'A' ? 'B' : 'A') + part.slice(at + 1);
    // The header {"alg":"none","typ":"JWT"}.
    const unsigned = 'eyJhbGciOiJub25lIiwidHlwIjoiSldUIn0';
    const admin = (await signer.sign({ ...claims, sub: 'admin' })).split('.')[1] ?? '';
    const wrong = [
      [flip(head, 3), body, signature].join('.'),
      [head, flip(body, 3), signature].join('.'),
      [head, admin, signature].join('.'),
      [head, body, flip(signature, 3)].join('.'),
      [head, body, ''].join('.'),
      [unsigned, body, ''].join('.'),
      [unsigned, body, signature].join('.'),
      `${head}.${body}`,
      await open().sign(claims),
      '',
      '..',
      'a.b.c',
      'x'.repeat(100_000),
    ];
    for (const each of wrong)
      expect((await signer.verify(each))._unsafeUnwrapErr()).toEqual({ kind: 'bad_jwt' });
    expect((await signer.verify(token)).isOk()).toBe(true);
  });

  test('the published keys name themselves and hold no private part', async () => {
    const keys = await open().publicKeys();
    expect(keys.length).toBeGreaterThan(0);
    for (const key of keys) {
      expect(typeof key.kid).toBe('string');
      for (const part of ['d', 'k', 'p', 'q', 'dp', 'dq', 'qi']) expect(part in key).toBe(false);
    }
  });
}

/** The codes of the secret `12345678901234567890`, by time in seconds, as in appendix B of RFC 6238; the first is in appendix D of RFC 4226. */
const totpSecret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
const totpCodes: readonly (readonly [number, string])[] = [
  [29, '755224'],
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
];

/** What a `Totp` does. */
export function totpContract({ test, expect }: TestRunner, open: () => Totp): void {
  test('the codes of the standard belong to their time steps', async () => {
    const totp = open();
    for (const [seconds, code] of totpCodes)
      expect(await totp.stepOf(totpSecret, code, seconds * 1000)).toBe(Math.floor(seconds / 30));
  });

  test('a code is accepted one step early or late, and no further', async () => {
    const totp = open();
    const [seconds, code] = totpCodes[4] ?? [0, ''];
    const step = Math.floor(seconds / 30);
    const at = (steps: number) => totp.stepOf(totpSecret, code, (step + steps) * 30_000);
    expect([await at(-1), await at(1)]).toEqual([step, step]);
    expect([await at(-2), await at(2)]).toEqual([undefined, undefined]);
    const [first, last] = [(step - 1) * 30_000, (step + 2) * 30_000 - 1];
    for (const [now, found] of [
      [first - 1, undefined],
      [first, step],
      [last, step],
      [last + 1, undefined],
    ] as const)
      expect(await totp.stepOf(totpSecret, code, now)).toBe(found);
  });

  test('text that is no code belongs to no step', async () => {
    const totp = open();
    for (const code of ['', ' ', '28708', '2870820', 'abcdef', '٢٨٧٠٨٢', '287082 ', '-87082'])
      expect(await totp.stepOf(totpSecret, code, 59_000)).toBeUndefined();
    // The code is 005924.
    for (const code of ['5924', '05924', '0005924'])
      expect(await totp.stepOf(totpSecret, code, 1_234_567_890_000)).toBeUndefined();
  });

  test('secrets are 160 bits in base32, and no two are equal', () => {
    const totp = open();
    const secrets = Array.from({ length: 20 }, () => totp.newSecret());
    for (const secret of secrets) expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(new Set(secrets).size).toBe(20);
  });

  test('the URI carries issuer, label and secret', () => {
    const uri = new URL(open().uri('Bread & Co', 'ann@example.com', totpSecret));
    expect(uri.protocol).toBe('otpauth:');
    expect(decodeURIComponent(uri.href)).toContain('ann@example.com');
    expect(uri.searchParams.get('secret')).toBe(totpSecret);
    expect(uri.searchParams.get('issuer')).toBe('Bread & Co');
  });
}
