import {
  createHash,
  createSign,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto';
import type { JsonObject } from '@coachsite/core/kernel';
import type { PasskeyAnswerParts, TestAuthenticator } from '@coachsite/core/testing';
import { isoCBOR } from '@simplewebauthn/server/helpers';

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest();
const base64url = (data: string | Uint8Array) => Buffer.from(data).toString('base64url');
type Cbor = Parameters<typeof isoCBOR.encode>[0];

/** Flags of the authenticator data: present, verified, may be backed up, is backed up, has a credential. */
const flagBits = { up: 0x01, uv: 0x04, be: 0x08, bs: 0x10, at: 0x40 } as const;

function authenticatorData(
  { id, counter, isBackedUp, isUserVerified }: PasskeyAnswerParts,
  credential: Uint8Array = new Uint8Array(),
): Buffer {
  const flags =
    flagBits.up |
    (isUserVerified ? flagBits.uv : 0) |
    (isBackedUp ? flagBits.be | flagBits.bs : 0) |
    (credential.length > 0 ? flagBits.at : 0);
  const head = Buffer.alloc(5);
  head.writeUInt8(flags, 0);
  head.writeUInt32BE(counter, 1);
  return Buffer.concat([sha256(id), head, credential]);
}

const clientData = (
  type: string,
  { challenge, origin }: PasskeyAnswerParts,
  more: object = {},
): string => JSON.stringify({ type, challenge, origin, crossOrigin: false, ...more });

/** The key as COSE: EC2, ES256, P-256. */
function coseKey(publicKey: KeyObject): Uint8Array {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  return isoCBOR.encode(
    new Map<number, Cbor>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
      [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
    ]),
  );
}

/** What a test changes in a response, as only a forger or an odd browser would. */
export interface Oddities {
  /** Further members of the client data, such as `crossOrigin`. */
  readonly clientData?: object;
  /** The format and the statement of the attestation. */
  readonly attestation?: { readonly fmt: string; readonly attStmt: Map<string, Cbor> };
}

/** An authenticator and its browser, with a key of ES256 and the responses that a real one gives. */
export function softwareAuthenticator(
  aaguid = '00000000-0000-0000-0000-000000000000',
  oddities: Oddities = {},
): TestAuthenticator {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const rawId = randomBytes(32);
  const credentialId = base64url(rawId);
  const length = Buffer.alloc(2);
  length.writeUInt16BE(rawId.length);
  const model = Buffer.from(aaguid.replaceAll('-', ''), 'hex');
  const attested = Buffer.concat([model, length, rawId, coseKey(publicKey)]);
  const credential = (response: JsonObject): JsonObject => ({
    id: credentialId,
    rawId: credentialId,
    type: 'public-key',
    authenticatorAttachment: 'platform',
    clientExtensionResults: {},
    response,
  });
  return {
    credentialId,
    create: (asked) => {
      const { fmt, attStmt } = oddities.attestation ?? {
        fmt: 'none',
        attStmt: new Map<string, Cbor>(),
      };
      const authData = new Uint8Array(authenticatorData(asked, attested));
      const object = isoCBOR.encode(
        new Map<string, Cbor>([
          ['fmt', fmt],
          ['attStmt', attStmt],
          ['authData', authData],
        ]),
      );
      return credential({
        clientDataJSON: base64url(clientData('webauthn.create', asked, oddities.clientData)),
        attestationObject: base64url(object),
        transports: ['internal'],
      });
    },
    get: (asked, userHandle) => {
      const authData = authenticatorData(asked);
      const client = clientData('webauthn.get', asked, oddities.clientData);
      const signed = Buffer.concat([authData, sha256(client)]);
      return credential({
        clientDataJSON: base64url(client),
        authenticatorData: base64url(authData),
        signature: base64url(createSign('sha256').update(signed).sign(privateKey)),
        userHandle,
      });
    },
  };
}
