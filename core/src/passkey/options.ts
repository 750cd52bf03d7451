import type { User } from '../account/index.ts';
import { type JsonObject, toBase64Url, type UserId } from '../kernel/index.ts';
import { type PasskeyChallenge, passkeyChallengeTtlMs } from './challenge.ts';
import type { Passkey } from './passkey.ts';
import type { RelyingParty } from './ports.ts';

/** The site as browsers show it when they ask for a passkey. */
export interface PasskeySettings {
  readonly relyingParty: RelyingParty;
  /** The name of the site. */
  readonly siteName: string;
}

/** The keys that authenticators may make: Ed25519, ES256 and RS256, the first that an authenticator has. */
const algorithms = [-8, -7, -257] as const;

/** How an authenticator names the owner of a passkey: the id of the account, in base64url. */
export const userHandleOf = (userId: UserId): string =>
  toBase64Url(Uint8Array.from(userId, (letter) => letter.charCodeAt(0)));

/** Whether the authenticator has to ask for a PIN, a finger or a face; else it does where it can. */
type UserVerification = 'required' | 'preferred';

/** The `publicKey` of `navigator.credentials.create()`, in its JSON form. Source: docs/wire.md#17. */
export function creationOptions(
  { relyingParty, siteName }: PasskeySettings,
  { challenge }: PasskeyChallenge,
  user: User,
  passkeys: readonly Passkey[],
  userVerification: UserVerification,
): JsonObject {
  const name = user.email ?? user.phone ?? user.id;
  const displayName = typeof user.metadata.name === 'string' ? user.metadata.name : '';
  return {
    rp: { id: relyingParty.id, name: siteName },
    user: { id: userHandleOf(user.id), name, displayName: displayName || name },
    challenge,
    pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
    timeout: passkeyChallengeTtlMs,
    excludeCredentials: passkeys.map(({ credentialId, transports }) => ({
      type: 'public-key',
      id: credentialId,
      transports,
    })),
    // Discoverable: the authenticator itself knows whose it is, so that nobody types a name to sign in.
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification,
    },
    attestation: 'none',
  };
}

/** The `publicKey` of `navigator.credentials.get()`, in its JSON form: any passkey of this site. Source: docs/wire.md#17. */
export function requestOptions(
  { relyingParty }: PasskeySettings,
  { challenge }: PasskeyChallenge,
): JsonObject {
  return {
    challenge,
    timeout: passkeyChallengeTtlMs,
    rpId: relyingParty.id,
    userVerification: 'preferred',
  };
}
