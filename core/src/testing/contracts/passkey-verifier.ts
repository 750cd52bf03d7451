import type { JsonObject } from '../../kernel/index.ts';
import type { PasskeyVerifier } from '../../passkey/index.ts';
import type { PasskeyAnswerParts, TestAuthenticator } from '../memory/passkey-verifier.ts';
import type { TestRunner } from '../runner.ts';

/** A verifier, and authenticators whose responses it reads. */
export interface OpenedPasskeys {
  readonly verifier: PasskeyVerifier;
  /** A new authenticator of this model; without one it does not say which. */
  readonly authenticator: (aaguid?: string) => TestAuthenticator;
}

const failed = { kind: 'webauthn_verification_failed' };
const model = 'ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4';
const handle = 'dXNlcg';

const relyingParty = { id: 'site.example', origin: 'https://site.example' };
const asked: PasskeyAnswerParts = {
  ...relyingParty,
  challenge: 'Y2hhbGxlbmdlLW9mLXRoaXMtY2VyZW1vbnktMTIzNDU2',
  counter: 0,
  isBackedUp: false,
  isUserVerified: false,
};

/** What a response must not be for, one by one. */
const elsewhere: Readonly<Record<string, Partial<PasskeyAnswerParts>>> = {
  'another challenge': { challenge: 'YW5vdGhlci1jaGFsbGVuZ2UtYWx0b2dldGhlci0xMjM0' },
  'another origin': { origin: 'https://site.example.evil.example' },
  'the same host without TLS': { origin: 'http://site.example' },
  'another site': { id: 'evil.example' },
};

/** `open` returns a verifier and its authenticators. */
export function passkeyVerifierContract(
  { test, expect }: TestRunner,
  open: () => Promise<OpenedPasskeys>,
): void {
  const response = (credential: JsonObject) => ({
    credential,
    challenge: asked.challenge,
    relyingParty,
  });
  const registered = async ({ verifier, authenticator }: OpenedPasskeys, aaguid?: string) => {
    const device = authenticator(aaguid);
    const made = await verifier.registration(response(device.create(asked)));
    return { device, made: made._unsafeUnwrap() };
  };

  test('a new passkey has its credential, its key, its model and what the authenticator did', async () => {
    const opened = await open();
    const { device, made } = await registered(opened, model);
    expect(made).toMatchObject({
      credentialId: device.credentialId,
      counter: 0,
      aaguid: model,
      transports: ['internal'],
      isBackedUp: false,
      isUserVerified: false,
    });
    expect(made.publicKey).not.toBe('');
    const other = opened.authenticator();
    const credential = other.create({
      ...asked,
      counter: 3,
      isBackedUp: true,
      isUserVerified: true,
    });
    const second = (await opened.verifier.registration(response(credential)))._unsafeUnwrap();
    expect(second).toMatchObject({ counter: 3, isBackedUp: true, isUserVerified: true });
    expect(second.aaguid).toBeUndefined();
    expect(second.publicKey).not.toBe(made.publicKey);
    expect(second.credentialId).not.toBe(made.credentialId);
  });

  test('a response by that key says what the authenticator did, its counter as it is', async () => {
    const opened = await open();
    const { device, made } = await registered(opened);
    for (const said of [
      { counter: 0, isBackedUp: false, isUserVerified: false },
      { counter: 2 ** 32 - 1, isBackedUp: true, isUserVerified: true },
      { counter: 1, isBackedUp: true, isUserVerified: false },
    ]) {
      const signed = response(device.get({ ...asked, ...said }, handle));
      expect(signed.credential).toMatchObject({ response: { userHandle: handle } });
      expect((await opened.verifier.assertion(signed, made))._unsafeUnwrap()).toEqual(said);
    }
  });

  for (const [name, other] of Object.entries(elsewhere)) {
    test(`a response for ${name} proves nothing`, async () => {
      const opened = await open();
      const { device, made } = await registered(opened);
      const created = response(opened.authenticator().create({ ...asked, ...other }));
      expect((await opened.verifier.registration(created))._unsafeUnwrapErr()).toEqual(failed);
      const signed = response(device.get({ ...asked, ...other }, handle));
      expect((await opened.verifier.assertion(signed, made))._unsafeUnwrapErr()).toEqual(failed);
    });
  }

  test('a response by another key, or of the other kind, proves nothing', async () => {
    const opened = await open();
    const { verifier } = opened;
    const { device, made } = await registered(opened);
    const { device: stranger, made: theirs } = await registered(opened);
    const forged = response({
      ...stranger.get(asked, handle),
      id: made.credentialId,
      rawId: made.credentialId,
    });
    expect((await verifier.assertion(forged, made))._unsafeUnwrapErr()).toEqual(failed);
    const own = response(device.get(asked, handle));
    expect((await verifier.assertion(own, theirs))._unsafeUnwrapErr()).toEqual(failed);
    const { credentialId, publicKey } = theirs;
    for (const swapped of [
      { ...made, publicKey },
      { ...made, credentialId },
    ])
      expect((await verifier.assertion(own, swapped))._unsafeUnwrapErr()).toEqual(failed);
    expect((await verifier.registration(own))._unsafeUnwrapErr()).toEqual(failed);
    const created = response(device.create(asked));
    expect((await verifier.assertion(created, made))._unsafeUnwrapErr()).toEqual(failed);
  });

  test('a response with another id than its key has, or of another type, proves nothing', async () => {
    const opened = await open();
    const { verifier } = opened;
    const { device, made } = await registered(opened);
    const other = opened.authenticator().credentialId;
    const named: JsonObject = { id: other, rawId: other };
    for (const change of [named, { id: other }, { id: 7 }, { type: 'password' }]) {
      const created = response({ ...device.create(asked), ...change });
      expect((await verifier.registration(created))._unsafeUnwrapErr()).toEqual(failed);
      const signed = response({ ...device.get(asked, handle), ...change });
      expect((await verifier.assertion(signed, made))._unsafeUnwrapErr()).toEqual(failed);
    }
  });

  test('what is no response proves nothing', async () => {
    const opened = await open();
    const { made } = await registered(opened);
    const bare = { id: made.credentialId, rawId: made.credentialId, type: 'public-key' };
    for (const credential of [
      {},
      bare,
      { ...bare, response: null },
      { ...bare, response: 'text' },
      { ...bare, response: { clientDataJSON: 1, attestationObject: [], authenticatorData: {} } },
      { ...bare, response: { clientDataJSON: 'bm8', attestationObject: 'bm8', signature: 'bm8' } },
    ]) {
      expect((await opened.verifier.registration(response(credential)))._unsafeUnwrapErr()).toEqual(
        failed,
      );
      expect(
        (await opened.verifier.assertion(response(credential), made))._unsafeUnwrapErr(),
      ).toEqual(failed);
    }
  });
}
