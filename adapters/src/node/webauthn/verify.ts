import type {
  NewCredential,
  Passkey,
  PasskeyResponse,
  PasskeyVerificationError,
  VerifiedResponse,
} from '@coachsite/core/passkey';
import {
  type AuthenticationResponseJSON,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import {
  decodeAttestationObject,
  decodeClientDataJSON,
  isoBase64URL,
  isoCBOR,
} from '@simplewebauthn/server/helpers';
import { err, ok, type Result } from 'neverthrow';

const failed = err({ kind: 'webauthn_verification_failed' } as const);

/** What an authenticator says that does not say its model. */
const noModel = '00000000-0000-0000-0000-000000000000';

/** Ways to reach an authenticator have short names, and there are few. */
const isTransport = (value: unknown): value is string =>
  typeof value === 'string' && /^[a-z-]{1,20}$/.test(value);

/** What the library reads of every response. It requires the presence of the user, and leaves the rest to the core. */
const expected = ({ challenge, relyingParty }: PasskeyResponse) => ({
  expectedChallenge: challenge,
  expectedOrigin: relyingParty.origin,
  expectedRPID: relyingParty.id,
  requireUserVerification: false,
});

/** Whether a page of another site asked, with ours in a frame: the library lets some of these pass. */
const isFramed = (clientDataJSON: string): boolean => {
  const { crossOrigin, topOrigin } = decodeClientDataJSON(clientDataJSON);
  return crossOrigin === true || topOrigin !== undefined;
};

/**
 * The attestation object without a statement of the maker. None is asked for, and the library would look up whether the
 * certificates of a statement are revoked, at the address that they name: anybody's choice.
 */
function withoutStatement(attestationObject: string): string {
  const authData = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject)).get(
    'authData',
  );
  const bare = new Map<string, unknown>([
    ['fmt', 'none'],
    ['attStmt', new Map()],
    ['authData', authData],
  ]);
  return isoBase64URL.fromBuffer(isoCBOR.encode(bare as Parameters<typeof isoCBOR.encode>[0]));
}

/** Verifies a new passkey. Throws on what is no response. */
export async function verifyRegistration(
  asked: PasskeyResponse,
): Promise<Result<NewCredential, PasskeyVerificationError>> {
  const credential = asked.credential as unknown as RegistrationResponseJSON;
  const { clientDataJSON, attestationObject, transports } = credential.response;
  if (isFramed(clientDataJSON)) return failed;
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    ...expected(asked),
    response: {
      ...credential,
      response: { clientDataJSON, attestationObject: withoutStatement(attestationObject) },
    },
  });
  if (!verified || registrationInfo.credential.id !== credential.id) return failed;
  const { aaguid, credential: made, credentialBackedUp, userVerified } = registrationInfo;
  return ok({
    credentialId: made.id,
    publicKey: isoBase64URL.fromBuffer(made.publicKey),
    counter: made.counter,
    aaguid: aaguid === noModel ? undefined : aaguid,
    transports: Array.isArray(transports) ? transports.filter(isTransport).slice(0, 8) : [],
    isBackedUp: credentialBackedUp,
    isUserVerified: userVerified,
  });
}

/** Verifies a sign-in. Throws on what is no response. */
export async function verifyAssertion(
  asked: PasskeyResponse,
  { credentialId, publicKey }: Pick<Passkey, 'credentialId' | 'publicKey'>,
): Promise<Result<VerifiedResponse, PasskeyVerificationError>> {
  const response = asked.credential as unknown as AuthenticationResponseJSON;
  if (response.id !== credentialId || isFramed(response.response.clientDataJSON)) return failed;
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    ...expected(asked),
    response,
    // The core compares counters, in one step with storing them.
    credential: { id: credentialId, publicKey: isoBase64URL.toBuffer(publicKey), counter: 0 },
  });
  if (!verified) return failed;
  const { newCounter, credentialBackedUp, userVerified } = authenticationInfo;
  return ok({
    counter: newCounter,
    isBackedUp: credentialBackedUp,
    isUserVerified: userVerified,
  });
}
