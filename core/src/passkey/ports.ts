import type { EpochMs, JsonObject, Result, UserId } from '../kernel/index.ts';
import type { PasskeyChallenge } from './challenge.ts';
import type { Passkey } from './passkey.ts';

/** The passkeys of one account at one moment. */
export interface PasskeyState {
  /** That of the account at this moment. Source: docs/security.md#SE-16. */
  readonly securityStamp: number;
  /** Oldest first. */
  readonly passkeys: readonly Passkey[];
}

/** The outcome of a rule: the passkeys that are stored, and a result. */
export interface PasskeyChange<T> {
  /** All passkeys of the account; one that is left out is removed. */
  readonly passkeys: readonly Passkey[];
  /** What the caller of the store gets. */
  readonly result: T;
}

/** An account has this credential already, this one or another. */
export interface CredentialExistsError {
  /** The published code of the auth service. */
  readonly kind: 'webauthn_credential_exists';
}

/** Stores the passkeys of users, and the challenges under way. */
export interface PasskeyStore {
  /** The passkeys of one user, oldest first. */
  readonly ofUser: (userId: UserId) => Promise<readonly Passkey[]>;
  /** The passkey with this credential id, of any account. */
  readonly byCredentialId: (credentialId: string) => Promise<Passkey | undefined>;
  /**
   * Adds a passkey if `rule` allows it, in one atomic step. `rule` is pure: it may run more than once. Without the user, whose
   * account may have ended since it was read, `rule` does not run and the result is `undefined`. What is stored for an account
   * is deleted when the account is taken over. Errors: those of `rule`; `webauthn_credential_exists` when any account has
   * the credential. Source: docs/security.md#PK-4, docs/security.md#SE-16.
   */
  readonly add: <E>(
    passkey: Passkey,
    rule: (state: PasskeyState) => Result<void, E>,
  ) => Promise<Result<void, E | CredentialExistsError> | undefined>;
  /**
   * Changes or removes passkeys of a user by `rule`, in one atomic step, committed before it resolves with the rule's result.
   * `rule` is pure: it may run more than once, and adds none. Without the user `rule` does not run and the result is
   * `undefined`. Source: docs/security.md#PK-3.
   */
  readonly change: <T>(
    userId: UserId,
    rule: (state: PasskeyState) => PasskeyChange<T>,
  ) => Promise<T | undefined>;
  /** Removes the passkeys of a user and returns them, oldest first. */
  readonly clear: (userId: UserId) => Promise<readonly Passkey[]>;
  /** Stores a challenge. One for a user who is gone by now need not be stored, and is no error. */
  readonly begin: (challenge: PasskeyChallenge) => Promise<void>;
  /** Takes a challenge, once, expired or not. Source: docs/security.md#PK-2. */
  readonly take: (id: string) => Promise<PasskeyChallenge | undefined>;
  /** Removes the challenges that expired before `now` and returns the count. */
  readonly sweep: (now: EpochMs) => Promise<number>;
}

/** The site to which passkeys belong. */
export interface RelyingParty {
  /** Its host: a passkey works there and on no other. */
  readonly id: string;
  /** The origin of the pages that ask for passkeys. */
  readonly origin: string;
}

/** What a browser sent for a challenge. */
export interface PasskeyResponse {
  /** As of `PublicKeyCredential.toJSON()`, not checked yet. */
  readonly credential: JsonObject;
  /** The challenge that it must be for, in base64url. */
  readonly challenge: string;
  readonly relyingParty: RelyingParty;
}

/** The response proves nothing: it is malformed, for another challenge or site, or signed by another key. */
export interface PasskeyVerificationError {
  /** The published code of the auth service, the same for whatever is wrong. */
  readonly kind: 'webauthn_verification_failed';
}

/** What every response says, once it is verified. */
export interface VerifiedResponse {
  /** How often the authenticator has signed; 0 where it does not count. */
  readonly counter: number;
  /** Whether a copy is kept elsewhere, as by a password manager. */
  readonly isBackedUp: boolean;
  /** Whether the authenticator asked for a PIN, a finger or a face. */
  readonly isUserVerified: boolean;
}

/** A new passkey, as its authenticator made it. */
export interface NewCredential extends VerifiedResponse {
  /** In base64url. */
  readonly credentialId: string;
  /** The public key as COSE (RFC 9052), in base64url. */
  readonly publicKey: string;
  /** The model of the authenticator, a UUID; `undefined` where it does not say. */
  readonly aaguid: string | undefined;
  /** How a browser reaches the authenticator: `internal`, `usb` and others. */
  readonly transports: readonly string[];
}

/**
 * Verifies what authenticators sign (Web Authentication, level 3). Errors: `webauthn_verification_failed`. Source:
 * docs/security.md#PK-1.
 */
export interface PasskeyVerifier {
  /** Verifies the response to `navigator.credentials.create()`. No statement about the authenticator is asked for or read. */
  readonly registration: (
    response: PasskeyResponse,
  ) => Promise<Result<NewCredential, PasskeyVerificationError>>;
  /** Verifies the response to `navigator.credentials.get()` by the public key of a passkey; compares no counter. */
  readonly assertion: (
    response: PasskeyResponse,
    passkey: Pick<Passkey, 'credentialId' | 'publicKey'>,
  ) => Promise<Result<VerifiedResponse, PasskeyVerificationError>>;
}
