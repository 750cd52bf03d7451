import { createPublicKey, generateKeyPairSync, verify } from 'node:crypto';
import { mkdtempSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jwtSigner, rotateSigningKeys } from '@coachsite/adapters/jwt';
import { expect, test } from 'vitest';

const clockOf = (now: () => number) => ({ now });
const open = (directory: string, now: () => number = () => Date.now()) =>
  jwtSigner({ directory, tokenTtlMs: 60_000, clock: clockOf(now) });
const newDirectory = () => join(mkdtempSync(join(tmpdir(), 'keys-')), 'keys');

test('a token is read back, and the published key alone proves it', async () => {
  const signer = open(newDirectory());
  const token = await signer.sign({ sub: 'u', text: 'Zoë' });
  expect((await signer.verify(token))._unsafeUnwrap()).toEqual({ sub: 'u', text: 'Zoë' });
  const [jwk] = JSON.parse(JSON.stringify(await signer.publicKeys()));
  const [head = '', body = '', signature = ''] = token.split('.');
  const key = createPublicKey({ key: jwk, format: 'jwk' });
  const content = Buffer.from(`${head}.${body}`);
  const dsaEncoding = 'ieee-p1363';
  expect(verify('sha256', content, { key, dsaEncoding }, Buffer.from(signature, 'base64url'))).toBe(
    true,
  );
  expect(JSON.parse(Buffer.from(head, 'base64url').toString())).toEqual({
    alg: 'ES256',
    kid: jwk.kid,
    typ: 'JWT',
  });
  expect(Object.keys(jwk).toSorted()).toEqual(
    ['alg', 'crv', 'key_ops', 'kid', 'kty', 'use', 'x', 'y'].toSorted(),
  );
});

test('the keys of one directory are shared and survive, those of another are foreign', async () => {
  const directory = newDirectory();
  const token = await open(directory).sign({ sub: 'u' });
  expect((await open(directory).verify(token)).isOk()).toBe(true);
  expect((await open(newDirectory()).verify(token)).isErr()).toBe(true);
  const [file = ''] = readdirSync(directory);
  expect(statSync(join(directory, file)).mode & 0o777).toBe(0o600);
});

test('the newest key signs, the older ones still count', async () => {
  const directory = newDirectory();
  const old = await open(directory).sign({ sub: 'u' });
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' });
  writeFileSync(join(directory, `signing-${'1'.padStart(15, '0')}.pem`), pem, { mode: 0o600 });
  const signer = open(directory);
  expect(await signer.publicKeys()).toHaveLength(2);
  const kid = (token: string) =>
    JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()).kid;
  const fresh = await signer.sign({ sub: 'u' });
  expect(kid(fresh)).not.toBe(kid(old));
  expect((await signer.verify(old)).isOk()).toBe(true);
  expect((await signer.verify(fresh)).isOk()).toBe(true);
});

test('a key that is not ES256 stops the start', () => {
  const directory = newDirectory();
  open(directory);
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-384' });
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' });
  writeFileSync(join(directory, `signing-${'2'.padStart(15, '0')}.pem`), pem);
  expect(() => open(directory)).toThrow(/ES256/);
});

test('a new key signs while the server runs, and the old one proves its tokens as long as they live', async () => {
  const directory = newDirectory();
  let now = 1_000_000_000;
  const signer = open(directory, () => now);
  const old = await signer.sign({ sub: 'old' });
  const kid = rotateSigningKeys(directory, now);
  now += 1000;
  const fresh = await signer.sign({ sub: 'fresh' });
  expect(JSON.parse(Buffer.from(fresh.split('.')[0] ?? '', 'base64url').toString()).kid).toBe(kid);
  expect((await signer.publicKeys()).map((key) => key.kid)).toHaveLength(2);
  for (const token of [old, fresh]) expect((await signer.verify(token)).isOk()).toBe(true);

  now += 60_000 + 599_000;
  expect((await signer.verify(old)).isOk()).toBe(true);
  now += 2_000;
  expect((await signer.verify(old)).isErr()).toBe(true);
  expect((await signer.verify(fresh)).isOk()).toBe(true);
  expect(readdirSync(directory)).toHaveLength(1);
});

test('a token of a key that came a moment ago is believed at once', async () => {
  const directory = newDirectory();
  const one = open(directory, () => 5);
  rotateSigningKeys(directory, 5);
  const token = await open(directory, () => 5).sign({ sub: 'u' });
  expect((await one.verify(token)).isOk()).toBe(true);
});

test('of two rotations at one instant the later one signs', () => {
  const directory = newDirectory();
  const kids = [1, 2, 3].map(() => rotateSigningKeys(directory, 1000));
  expect(new Set(kids).size).toBe(3);
  expect(readdirSync(directory)).toHaveLength(4);
});
