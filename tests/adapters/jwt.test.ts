import { generateKeyPairSync } from 'node:crypto';
import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jwtSigner, rotateSigningKeys } from '@coachsite/adapters/jwt';
import type { JsonObject } from '@coachsite/core/kernel';
import type { TokenSigner } from '@coachsite/core/session';
import fc from 'fast-check';
import {
  calculateJwkThumbprint,
  createLocalJWKSet,
  errors,
  exportJWK,
  generateKeyPair,
  importPKCS8,
  jwtVerify,
  SignJWT,
  UnsecuredJWT,
} from 'jose';
import { expect, test } from 'vitest';

const clockOf = (now: () => number) => ({ now });
const open = (directory: string, now: () => number = () => Date.now()) =>
  jwtSigner({ directory, tokenTtlMs: 60_000, clock: clockOf(now) });
const newDirectory = () => join(mkdtempSync(join(tmpdir(), 'keys-')), 'keys');

const kidOf = (token: string): string =>
  JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()).kid;

/** The published key set. */
const keySet = async (signer: TokenSigner) =>
  createLocalJWKSet(JSON.parse(JSON.stringify({ keys: await signer.publicKeys() })));

/** The only key of a directory, as jose imports it. */
async function keyIn(directory: string) {
  const [file = ''] = readdirSync(directory);
  const key = await importPKCS8(readFileSync(join(directory, file), 'utf8'), 'ES256', {
    extractable: true,
  });
  const { kty = '', crv = '', x = '', y = '' } = await exportJWK(key);
  return { key, kid: await calculateJwkThumbprint({ kty, crv, x, y }) };
}

const claims = fc.dictionary(
  fc.string().filter((name) => !['__proto__', 'exp', 'nbf', 'iat'].includes(name)),
  fc.jsonValue(),
);

test('jose verifies our tokens with the published keys and reads the same claims', async () => {
  const signer = open(newDirectory());
  const keys = await keySet(signer);
  await fc.assert(
    fc.asyncProperty(claims, async (said) => {
      const token = await signer.sign(said as JsonObject);
      const { payload, protectedHeader } = await jwtVerify(token, keys, { algorithms: ['ES256'] });
      expect(payload).toEqual(JSON.parse(JSON.stringify(said)));
      expect(protectedHeader).toEqual({ alg: 'ES256', kid: expect.any(String), typ: 'JWT' });
    }),
    { numRuns: 50 },
  );
  await expect(jwtVerify(await open(newDirectory()).sign({ sub: 'u' }), keys)).rejects.toThrow(
    errors.JWKSNoMatchingKey,
  );
});

test('we verify tokens that jose signs with our key and read the same claims', async () => {
  const directory = newDirectory();
  const signer = open(directory);
  const { key, kid } = await keyIn(directory);
  await fc.assert(
    fc.asyncProperty(claims, async (said) => {
      const token = await new SignJWT(said).setProtectedHeader({ alg: 'ES256', kid }).sign(key);
      expect((await signer.verify(token))._unsafeUnwrap()).toEqual(
        JSON.parse(JSON.stringify(said)),
      );
    }),
    { numRuns: 50 },
  );
});

test('a valid token of jose with another key, key id or algorithm is rejected', async () => {
  const directory = newDirectory();
  const signer = open(directory);
  const { key, kid } = await keyIn(directory);
  const foreign = await generateKeyPair('ES256');
  const other = await generateKeyPair('ES384');
  const [published] = await signer.publicKeys();
  const said = { sub: 'u' };
  const signed = (alg: string, by: Parameters<SignJWT['sign']>[0], id = kid) =>
    new SignJWT(said).setProtectedHeader({ alg, kid: id }).sign(by);
  const tokens = [
    await signed('ES256', foreign.privateKey),
    await signed('ES384', other.privateKey),
    await signed('ES256', key, 'another'),
    await signed('HS256', new TextEncoder().encode(JSON.stringify(published))),
    new UnsecuredJWT(said).encode(),
  ];
  for (const token of tokens) expect((await signer.verify(token)).isErr()).toBe(true);
  expect((await signer.verify(await signed('ES256', key))).isOk()).toBe(true);
});

test('a published key states its use, and its id is the thumbprint of RFC 7638', async () => {
  const directory = newDirectory();
  const [jwk] = await open(directory).publicKeys();
  expect(jwk).toEqual({
    kty: 'EC',
    crv: 'P-256',
    x: expect.any(String),
    y: expect.any(String),
    alg: 'ES256',
    use: 'sig',
    key_ops: ['verify'],
    kid: (await keyIn(directory)).kid,
  });
});

test('the keys of a directory are shared and kept; those of another are not accepted', async () => {
  const directory = newDirectory();
  const token = await open(directory).sign({ sub: 'u' });
  expect((await open(directory).verify(token)).isOk()).toBe(true);
  expect((await open(newDirectory()).verify(token)).isErr()).toBe(true);
  const [file = ''] = readdirSync(directory);
  expect(statSync(join(directory, file)).mode & 0o777).toBe(0o600);
});

test('the newest key signs, and older ones still verify', async () => {
  const directory = newDirectory();
  const old = await open(directory).sign({ sub: 'u' });
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' });
  writeFileSync(join(directory, `signing-${'1'.padStart(15, '0')}.pem`), pem, { mode: 0o600 });
  const signer = open(directory);
  expect(await signer.publicKeys()).toHaveLength(2);
  const fresh = await signer.sign({ sub: 'u' });
  expect(kidOf(fresh)).not.toBe(kidOf(old));
  expect((await signer.verify(old)).isOk()).toBe(true);
  expect((await signer.verify(fresh)).isOk()).toBe(true);
});

test('a token that was accepted before is read anew, and nothing like it is accepted', async () => {
  const signer = open(newDirectory());
  await fc.assert(
    fc.asyncProperty(claims, fc.nat(), fc.constantFrom('A', 'z', '.'), async (said, at, other) => {
      const token = await signer.sign(said as JsonObject);
      const [first, second] = [await signer.verify(token), await signer.verify(token)];
      expect(second).toEqual(first);
      expect(second._unsafeUnwrap()).not.toBe(first._unsafeUnwrap());
      // Not the last character, of which two bits count.
      const index = at % (token.length - 1);
      const altered = token.slice(0, index) + other + token.slice(index + 1);
      if (altered !== token) expect((await signer.verify(altered)).isErr()).toBe(true);
    }),
  );
});

test('a key that is not for ES256 prevents the start', () => {
  const directory = newDirectory();
  open(directory);
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-384' });
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' });
  writeFileSync(join(directory, `signing-${'2'.padStart(15, '0')}.pem`), pem);
  expect(() => open(directory)).toThrow(/ES256/);
});

test('a new key signs while the server runs, and the old one verifies its tokens until they expire', async () => {
  const directory = newDirectory();
  let now = 1_000_000_000;
  const signer = open(directory, () => now);
  const old = await signer.sign({ sub: 'old' });
  const kid = rotateSigningKeys(directory, now);
  now += 2000;
  const fresh = await signer.sign({ sub: 'fresh' });
  expect(kidOf(fresh)).toBe(kid);
  expect((await signer.publicKeys()).map((key) => key.kid)).toHaveLength(2);
  for (const token of [old, fresh]) expect((await signer.verify(token)).isOk()).toBe(true);

  now += 60_000 + 598_000;
  expect((await signer.verify(old)).isOk()).toBe(true);
  now += 2_000;
  expect((await signer.verify(old)).isErr()).toBe(true);
  expect((await signer.verify(fresh)).isOk()).toBe(true);
  expect(readdirSync(directory)).toHaveLength(1);
});

test('a key that is added in the moment in which the directory was read is found', async () => {
  const directory = newDirectory();
  let now = 1_000_000_000;
  const signer = open(directory, () => now);
  const countOfKeys = async () => {
    now += 1000;
    return (await signer.publicKeys()).length;
  };
  // As where both changes fall into one step of the times of the file system.
  const step = new Date();
  utimesSync(directory, step, step);
  expect(await countOfKeys()).toBe(1);
  rotateSigningKeys(directory, now);
  utimesSync(directory, step, step);
  expect(await countOfKeys()).toBe(2);
});

test('no process signs with a key before every other one publishes it', async () => {
  const request = fc.record({
    elapsed: fc.nat({ max: 1500 }),
    by: fc.constantFrom(0, 1),
    // A request that signs nothing reads the folder in one process only, so that they read it at different times.
    isSignIn: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(request), fc.nat({ max: 3000 }), async (requests, rotatedAfter) => {
      const directory = newDirectory();
      let now = 1_000_000;
      let rotated = '';
      const processes = [open(directory, () => now), open(directory, () => now)];
      for (const { elapsed, by, isSignIn } of requests) {
        now += elapsed;
        if (!rotated && now >= 1_000_000 + rotatedAfter)
          rotated = rotateSigningKeys(directory, now);
        const [one, other] = by === 0 ? processes : processes.toReversed();
        const published = (await (isSignIn ? other : one)?.publicKeys())?.map(({ kid }) => kid);
        if (isSignIn) expect(published).toContain(kidOf((await one?.sign({ sub: 'u' })) ?? ''));
      }
      now += 2000;
      if (rotated) for (const one of processes) expect(kidOf(await one.sign({}))).toBe(rotated);
    }),
    { numRuns: 300 },
  );
});

test('a clock that was set back does not keep a new key from signing', async () => {
  const directory = newDirectory();
  let now = 50_000;
  const signer = open(directory, () => now);
  rotateSigningKeys(directory, now);
  now = 10_000;
  const kid = rotateSigningKeys(directory, now);
  expect(kidOf(await signer.sign({ sub: 'u' }))).toBe(kid);
});

test('a token of a key that was just added is accepted at once', async () => {
  const directory = newDirectory();
  const one = open(directory, () => 5000);
  rotateSigningKeys(directory, 5000);
  const token = await open(directory, () => 7000).sign({ sub: 'u' });
  expect((await one.verify(token)).isOk()).toBe(true);
});

test('of two rotations in the same millisecond the later one signs', () => {
  const directory = newDirectory();
  const kids = [1, 2, 3].map(() => rotateSigningKeys(directory, 1000));
  expect(new Set(kids).size).toBe(3);
  expect(readdirSync(directory)).toHaveLength(4);
});

test.each(['', '-----BEGIN PRIVATE KEY-----\nMIGH'])(
  'the error of a signing key with the text %j names its file',
  (text) => {
    const directory = newDirectory();
    rotateSigningKeys(directory, 1000);
    const [, newest = ''] = readdirSync(directory).sort();
    writeFileSync(join(directory, newest), text);
    expect(() => open(directory)).toThrow(`${join(directory, newest)} is not a private key`);
  },
);
