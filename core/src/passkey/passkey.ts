import type { EpochMs, UserId } from '../kernel/index.ts';

/** A key that an authenticator keeps and with which its owner signs in. Nothing of it is secret. Source: docs/wire.md#17. */
export interface Passkey {
  /** A UUID. */
  readonly id: string;
  readonly userId: UserId;
  /** How the authenticator names it, in base64url; unique. */
  readonly credentialId: string;
  /** COSE, in base64url. */
  readonly publicKey: string;
  /** The highest counter seen. Source: docs/security.md#PK-3. */
  readonly counter: number;
  /** The model of the authenticator, a UUID; `undefined` where it did not say. */
  readonly aaguid: string | undefined;
  /** How a browser reaches the authenticator. */
  readonly transports: readonly string[];
  /** Whether a copy is kept elsewhere, as by a password manager; as of the last use. */
  readonly isBackedUp: boolean;
  /** What its owner calls it; the model of the authenticator at first. */
  readonly friendlyName: string;
  readonly createdAt: EpochMs;
  /** The last sign-in with it; `undefined` before the first. */
  readonly lastUsedAt: EpochMs | undefined;
}
