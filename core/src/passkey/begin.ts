import {
  type Clock,
  type Ids,
  type JsonObject,
  type Random,
  toBase64Url,
  type UserId,
} from '../kernel/index.ts';
import { type PasskeyChallenge, passkeyChallengeTtlMs } from './challenge.ts';
import { type PasskeySettings, requestOptions } from './options.ts';
import type { PasskeyStore } from './ports.ts';

/** The ports for making a challenge. */
export interface BeginPasskeyPorts {
  readonly passkeys: PasskeyStore;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly random: Random;
}

/** A challenge, and what a browser is asked with it. */
export interface PasskeyCeremony {
  readonly challenge: PasskeyChallenge;
  /** The `publicKey` of `navigator.credentials`, in its JSON form. */
  readonly options: JsonObject;
}

/** Makes a challenge for a sign-in, or for adding a passkey to the account of `userId`. Source: docs/security.md#PK-2. */
export async function makeChallenge(
  ports: BeginPasskeyPorts,
  userId?: UserId,
): Promise<PasskeyChallenge> {
  const now = ports.clock.now();
  const challenge: PasskeyChallenge = {
    id: ports.ids.uuid(),
    userId,
    challenge: toBase64Url(ports.random.bytes(32)),
    createdAt: now,
    expiresAt: now + passkeyChallengeTtlMs,
  };
  await ports.passkeys.begin(challenge);
  return challenge;
}

/** Begins a sign-in with whichever passkey of this site the visitor has. Source: docs/wire.md#17. */
export async function beginPasskeySignIn(
  ports: BeginPasskeyPorts,
  settings: PasskeySettings,
): Promise<PasskeyCeremony> {
  const challenge = await makeChallenge(ports);
  return { challenge, options: requestOptions(settings, challenge) };
}
