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
  /** Stands for the key that signed. */
  readonly key: string;
  readonly aaguid: string | undefined;
}

function signedIn({ response }: JsonObject): Partial<Signed> {
  const text =
    typeof response === 'object' && response !== null && 'signed' in response
      ? response.signed
      : undefined;
  try {
    return JSON.parse(String(text)) as Partial<Signed>;
  } catch {
    return {};
  }
}

const isFor = (signed: Partial<Signed>, { challenge, relyingParty }: PasskeyResponse): boolean =>
  signed.challenge === challenge &&
  signed.id === relyingParty.id &&
  signed.origin === relyingParty.origin;

const partsOf = ({
  counter = 0,
  isBackedUp = false,
  isUserVerified = false,
}: Partial<Signed>): VerifiedResponse => ({ counter, isBackedUp, isUserVerified });

/** A `PasskeyVerifier` that believes what its own authenticators say, and these. */
export function memoryPasskeyVerifier(): MemoryPasskeys {
  let made = 0;
  return {
    verifier: {
      registration: async (response) => {
        const signed = signedIn(response.credential);
        const { id } = response.credential;
        if (signed.of !== 'create' || !isFor(signed, response) || typeof id !== 'string')
          return failed;
        return ok({
          ...partsOf(signed),
          credentialId: id,
          publicKey: String(signed.key),
          aaguid: signed.aaguid,
          transports: ['internal'],
        });
      },
      assertion: async (response, { credentialId, publicKey }) => {
        const signed = signedIn(response.credential);
        const isSigned = signed.of === 'get' && signed.key === publicKey;
        return isSigned && isFor(signed, response) && response.credential.id === credentialId
          ? ok(partsOf(signed))
          : failed;
      },
    },
    authenticator: (aaguid) => {
      made += 1;
      const [credentialId, key] = [`credential-${made}`, `key-${made}`];
      const credential = (signed: Signed, rest: JsonObject): JsonObject => ({
        id: credentialId,
        rawId: credentialId,
        type: 'public-key',
        response: { signed: JSON.stringify(signed), ...rest },
        clientExtensionResults: {},
      });
      return {
        credentialId,
        create: (answer) => credential({ ...answer, of: 'create', key, aaguid }, {}),
        get: (answer, userHandle) =>
          credential({ ...answer, of: 'get', key, aaguid }, { userHandle }),
      };
    },
  };
}
