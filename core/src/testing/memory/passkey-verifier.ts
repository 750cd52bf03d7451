import { err, ok } from 'neverthrow';
import type { JsonObject } from '../../kernel/index.ts';
import type {
  PasskeyResponse,
  PasskeyVerifier,
  RelyingParty,
  VerifiedResponse,
} from '../../passkey/index.ts';

/** A ceremony as an authenticator and its browser see it, and what they answer. */
export interface PasskeyAnswerParts extends RelyingParty, VerifiedResponse {
  /** In base64url. */
  readonly challenge: string;
}

/** An authenticator and its browser, which hold one key. */
export interface TestAuthenticator {
  readonly credentialId: string;
  /** The response of `navigator.credentials.create()`. */
  readonly create: (answer: PasskeyAnswerParts) => JsonObject;
  /** The response of `navigator.credentials.get()`, for the owner whom this handle names. */
  readonly get: (answer: PasskeyAnswerParts, userHandle: string) => JsonObject;
}

/** A verifier, and authenticators whose responses it reads. */
export interface MemoryPasskeys {
  readonly verifier: PasskeyVerifier;
  /** A new authenticator of this model. */
  readonly authenticator: (aaguid?: string) => TestAuthenticator;
}

const failed = err({ kind: 'webauthn_verification_failed' } as const);

/** What the memory authenticators answer with: all that a real one signs, in plain text. */
interface Signed extends PasskeyAnswerParts {
  readonly of: 'create' | 'get';
  readonly credentialId: string;
  /** Stands for the key that signed. */
  readonly key: string;
  readonly aaguid: string | undefined;
}

/** What was signed for a challenge; undefined where the response is none, or for something else. */
function signedIn(
  { credential, challenge, relyingParty }: PasskeyResponse,
  of: Signed['of'],
): Signed | undefined {
  const { signed: text } = (credential.response ?? {}) as JsonObject;
  if (typeof text !== 'string' || credential.type !== 'public-key') return undefined;
  const signed = JSON.parse(text) as Signed;
  const isMeant =
    signed.of === of &&
    signed.credentialId === credential.id &&
    signed.challenge === challenge &&
    signed.id === relyingParty.id &&
    signed.origin === relyingParty.origin;
  return isMeant ? signed : undefined;
}

const partsOf = ({ counter, isBackedUp, isUserVerified }: Signed): VerifiedResponse => ({
  counter,
  isBackedUp,
  isUserVerified,
});

/** A `PasskeyVerifier` that believes what its own authenticators say, and these. */
export function memoryPasskeyVerifier(): MemoryPasskeys {
  let made = 0;
  return {
    verifier: {
      registration: async (response) => {
        const signed = signedIn(response, 'create');
        if (!signed) return failed;
        const { credentialId, key, aaguid } = signed;
        return ok({
          ...partsOf(signed),
          credentialId,
          publicKey: key,
          aaguid,
          transports: ['internal'],
        });
      },
      assertion: async (response, { credentialId, publicKey }) => {
        const signed = signedIn(response, 'get');
        return signed?.key === publicKey && signed.credentialId === credentialId
          ? ok(partsOf(signed))
          : failed;
      },
    },
    authenticator: (aaguid) => {
      made += 1;
      const [credentialId, key] = [`credential-${made}`, `key-${made}`];
      const credential = (
        of: Signed['of'],
        answer: PasskeyAnswerParts,
        rest: JsonObject = {},
      ): JsonObject => {
        const signed: Signed = { ...answer, of, credentialId, key, aaguid };
        return {
          id: credentialId,
          rawId: credentialId,
          type: 'public-key',
          response: { signed: JSON.stringify(signed), ...rest },
          clientExtensionResults: {},
        };
      };
      return {
        credentialId,
        create: (answer) => credential('create', answer),
        get: (answer, userHandle) => credential('get', answer, { userHandle }),
      };
    },
  };
}
