import { readChallenge } from '@coachsite/core/federation';
import { toBase64Url } from '@coachsite/core/kernel';
import { memoryDigest as digest } from '@coachsite/core/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { matchesVerifier } from '#core/src/federation/pkce.ts';

const verifier = fc.stringMatching(/^[A-Za-z0-9._~-]{43,128}$/);
const challengeOf = (text: string) => toBase64Url(digest.sha256(text));

test('a verifier matches its own challenge and no other', () => {
  fc.assert(
    fc.property(verifier, verifier, (own, other) => {
      const challenge = readChallenge(challengeOf(own), 'S256')._unsafeUnwrap();
      if (!challenge) throw new Error('no challenge');
      expect(matchesVerifier(challenge, own, digest)).toBe(true);
      expect(matchesVerifier(challenge, other, digest)).toBe(own === other);
    }),
  );
});

test('the example of RFC 7636, appendix B', () => {
  const challenge = {
    challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    method: 's256',
  } as const;
  expect(matchesVerifier(challenge, 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk', digest)).toBe(
    true,
  );
});

test.each([
  ['x'.repeat(43), undefined],
  [undefined, 's256'],
  ['x'.repeat(42), 's256'],
  ['x'.repeat(129), 's256'],
  [`${'x'.repeat(43)}+`, 's256'],
  ['x'.repeat(43), 'plain'],
])('the pair %s, %s is rejected', (challenge, method) => {
  expect(readChallenge(challenge, method).isErr()).toBe(true);
});

test('a missing pair is accepted, null or absent', () => {
  expect(readChallenge(null, null)._unsafeUnwrap()).toBeUndefined();
  expect(readChallenge(undefined, undefined)._unsafeUnwrap()).toBeUndefined();
});
