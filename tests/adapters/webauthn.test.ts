import { webauthnVerifier } from '@coachsite/adapters/webauthn';
import { passkeyVerifierContract } from '@coachsite/core/testing';
import { expect, test } from 'vitest';
import { type Oddities, softwareAuthenticator } from '../support/software-authenticator.ts';

const verifier = webauthnVerifier();
passkeyVerifierContract({ test, expect }, async () => ({
  verifier,
  authenticator: softwareAuthenticator,
}));

const relyingParty = { id: 'site.example', origin: 'https://site.example' };
const challenge = 'Y2hhbGxlbmdlLW9mLXRoaXMtY2VyZW1vbnktMTIzNDU2';
const parts = { ...relyingParty, challenge, counter: 0, isBackedUp: false, isUserVerified: true };

const registered = (oddities: Oddities) =>
  verifier.registration({
    credential: softwareAuthenticator(undefined, oddities).create(parts),
    challenge,
    relyingParty,
  });

test('what the maker states about the authenticator is not read', async () => {
  const attStmt = new Map<string, string | number>([
    ['alg', -7],
    ['sig', 'no signature'],
    ['x5c', 'http://127.0.0.1:9/crl'],
  ]);
  const made = await registered({ attestation: { fmt: 'packed', attStmt } });
  expect(made._unsafeUnwrap().isUserVerified).toBe(true);
});

test.each([{ crossOrigin: true }, { topOrigin: 'https://evil.example' }])(
  'a page in the frame of another site proves nothing: %o',
  async (clientData) => {
    expect((await registered({ clientData }))._unsafeUnwrapErr().kind).toBe(
      'webauthn_verification_failed',
    );
    const oddities: { clientData?: object } = {};
    const device = softwareAuthenticator(undefined, oddities);
    const response = { credential: device.create(parts), challenge, relyingParty };
    const made = (await verifier.registration(response))._unsafeUnwrap();
    oddities.clientData = clientData;
    const signed = { credential: device.get(parts, 'dXNlcg'), challenge, relyingParty };
    expect((await verifier.assertion(signed, made)).isErr()).toBe(true);
  },
);
