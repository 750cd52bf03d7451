import { createHash } from 'node:crypto';
import { createLocalJWKSet, exportJWK, generateKeyPair, SignJWT } from 'jose';
import { describe, expect, test } from 'vitest';
import { verifyIdToken } from '#adapters/src/node/oidc/id-token.ts';

const issuer = 'https://accounts.example';
const clientId = 'the-site';
const accessToken = 'an-access-token-of-the-provider';

/** The left half of a hash of a token, as a provider writes it. */
const halfHash = (hash: string, token: string): string => {
  const digest = createHash(hash).update(token).digest();
  return digest.subarray(0, digest.length / 2).toString('base64url');
};

/** Verifies an ID token with these claims, signed with a new key. */
async function verify(alg: string, claims: Record<string, unknown>, token?: string) {
  const { publicKey, privateKey } = await generateKeyPair(alg);
  const keys = createLocalJWKSet({ keys: [await exportJWK(publicKey)] });
  const idToken = await new SignJWT({ sub: 'somebody', ...claims })
    .setProtectedHeader({ alg })
    .setIssuer(issuer)
    .setAudience(clientId)
    .setIssuedAt()
    .setExpirationTime('5m')
    .sign(privateKey);
  const discovered = { server: { issuer }, keys } as unknown as Parameters<typeof verifyIdToken>[0];
  return verifyIdToken(discovered, clientId, idToken, token);
}

// What stands beside each algorithm is the hash function of its signature. Source: RFC 7518 3.1.
describe.each([
  ['RS256', 'sha256'],
  ['PS384', 'sha384'],
  ['ES256', 'sha256'],
  ['ES384', 'sha384'],
  ['RS512', 'sha512'],
  ['EdDSA', 'sha512'],
])('the access token beside an ID token signed by %s', (alg, hash) => {
  test('is the one that at_hash was made of', async () => {
    const at_hash = halfHash(hash, accessToken);
    expect((await verify(alg, { at_hash }, accessToken)).isOk()).toBe(true);
    for (const other of ['another-token', `${accessToken}x`]) {
      expect((await verify(alg, { at_hash }, other))._unsafeUnwrapErr()).toEqual({
        kind: 'bad_id_token',
      });
    }
  });

  test('is not compared where one of the two is absent', async () => {
    expect((await verify(alg, {}, accessToken)).isOk()).toBe(true);
    expect((await verify(alg, { at_hash: 'of-some-other-token' })).isOk()).toBe(true);
  });
});

test('an ID token of more than 16,384 characters is rejected unread', async () => {
  expect((await verify('ES256', { long: 'a'.repeat(9_000) })).isOk()).toBe(true);
  expect((await verify('ES256', { long: 'a'.repeat(12_100) }))._unsafeUnwrapErr()).toEqual({
    kind: 'bad_id_token',
  });
});
