import { isSsoUser } from '../account/index.ts';
import { err, type JsonObject, minuteMs, ok, type Result } from '../kernel/index.ts';
import {
  type FactorStore,
  type FreshSignInError,
  type InsufficientAalError,
  requireFreshSignIn,
  requireSecondFactor,
} from '../mfa/index.ts';
import type { AuthMessenger } from '../one-time-token/index.ts';
import {
  type AttemptStore,
  accountKey,
  type RateLimitError,
  rateLimitError,
} from '../rate-limit/index.ts';
import type { RoleStore } from '../roles/index.ts';
import { logEventInBackground } from '../security-log/index.ts';
import type { CurrentUser, SignInEndedError } from '../session/index.ts';
import { type BarredError, barredError } from '../sign-in/index.ts';
import { type BeginPasskeyPorts, makeChallenge, type PasskeyCeremony } from './begin.ts';
import { checkChallenge, type PasskeyChallengeError } from './challenge.ts';
import {
  type ChangePasskeysPorts,
  type NoticedUser,
  notifyOfPasskey,
  recordChange,
  whileSignedIn,
} from './change-own.ts';
import { nameOfModel } from './models.ts';
import { creationOptions, type PasskeySettings } from './options.ts';
import type { Passkey } from './passkey.ts';
import type { CredentialExistsError, PasskeyVerificationError, PasskeyVerifier } from './ports.ts';
import { checkRoom, checkStamp, type TooManyPasskeysError } from './rules.ts';
import { requireVerifiedAdmin, type UserVerificationError } from './verified-admin.ts';

/** Why an account can have no passkeys: it is not confirmed, or its organisation manages how it signs in. */
type NoPasskeysError = BarredError | { readonly kind: 'user_sso_managed' };

/** Why no passkey can be added now. Source: docs/wire.md#17. */
export type BeginRegistrationError =
  | NoPasskeysError
  | FreshSignInError
  | TooManyPasskeysError
  | RateLimitError;

/** Why a passkey is not added. Source: docs/wire.md#17. */
export type RegisterPasskeyError =
  | NoPasskeysError
  | InsufficientAalError
  | TooManyPasskeysError
  | PasskeyChallengeError
  | PasskeyVerificationError
  | UserVerificationError
  | CredentialExistsError
  | SignInEndedError;

/** The most challenges that one account gets for new passkeys. */
const beginLimit = { maxAttempts: 30, windowMs: 15 * minuteMs } as const;

/** An unconfirmed account could be somebody else's soon, whose it is by the address: it gets no key to it. */
function mayHavePasskeys({ user }: CurrentUser, now: number): Result<void, NoPasskeysError> {
  if (isSsoUser(user)) return err({ kind: 'user_sso_managed' });
  const barred = barredError(user, now);
  return barred ? err(barred) : ok();
}

/** The ports for beginning to add a passkey. */
export type BeginRegistrationPorts = BeginPasskeyPorts & {
  readonly factors: Pick<FactorStore, 'ofUser'>;
  readonly roles: RoleStore;
  readonly attempts: AttemptStore;
};

/**
 * Begins to add a passkey to the account of a session. Errors: `user_sso_managed`; `email_not_confirmed`,
 * `phone_not_confirmed`; `insufficient_aal`, `reauthentication_needed`; `too_many_passkeys`; `over_request_rate_limit` after
 * 30 times in 15 minutes. Source: docs/wire.md#17, docs/security.md#PK-5, docs/security.md#PK-6.
 */
export async function beginPasskeyRegistration(
  ports: BeginRegistrationPorts,
  settings: PasskeySettings,
  current: CurrentUser,
): Promise<Result<PasskeyCeremony, BeginRegistrationError>> {
  const { user } = current;
  const now = ports.clock.now();
  const may = mayHavePasskeys(current, now);
  if (may.isErr()) return err(may.error);
  const proof = await requireFreshSignIn(ports, current);
  if (proof.isErr()) return err(proof.error);
  const passkeys = await ports.passkeys.ofUser(user.id);
  const room = checkRoom(passkeys);
  if (room.isErr()) return err(room.error);
  const attempt = await ports.attempts.attempt(accountKey('passkey', user.id), beginLimit, now);
  if (!attempt.allowed) return err(rateLimitError(attempt.retryAfterMs));
  const isAdmin = (await ports.roles.rolesOf(user.id)).includes('admin');
  const challenge = await makeChallenge(ports, user.id);
  const verification = isAdmin ? 'required' : 'preferred';
  return ok({
    challenge,
    options: creationOptions(settings, challenge, user, passkeys, verification),
  });
}

/** The ports for adding a passkey. */
export type RegisterPasskeyPorts = ChangePasskeysPorts & {
  readonly factors: Pick<FactorStore, 'ofUser'>;
  readonly roles: RoleStore;
  readonly messenger: AuthMessenger;
  readonly passkeyVerifier: PasskeyVerifier;
};

/** What a browser sent for a challenge. */
export interface PasskeyAnswer {
  /** The id that came with the options. */
  readonly challengeId: string;
  /** As it arrived. */
  readonly credential: JsonObject;
}

/**
 * Adds a passkey, named by the model of its authenticator, and notifies the owner of the account. That the sign-in was fresh
 * was checked when the challenge was made. Errors: `user_sso_managed`; `email_not_confirmed`, `phone_not_confirmed`;
 * `insufficient_aal`; `webauthn_challenge_not_found`, `webauthn_challenge_expired`; `webauthn_verification_failed`;
 * `user_verification_required` of an admin; `too_many_passkeys`; `webauthn_credential_exists`; `session_not_found` when the
 * session ended meanwhile. Source: docs/wire.md#17, docs/security.md#PK-1, docs/security.md#PK-2, docs/security.md#PK-5,
 * docs/security.md#PK-6.
 */
export async function registerPasskey(
  ports: RegisterPasskeyPorts,
  { relyingParty }: PasskeySettings,
  request: NoticedUser & PasskeyAnswer,
): Promise<Result<Passkey, RegisterPasskeyError>> {
  const { user, context, challengeId, credential } = request;
  const now = ports.clock.now();
  const may = mayHavePasskeys(request, now);
  if (may.isErr()) return err(may.error);
  const raised = await requireSecondFactor(ports, request);
  if (raised.isErr()) return err(raised.error);
  const taken = checkChallenge(await ports.passkeys.take(challengeId), user.id, now);
  if (taken.isErr()) return err(taken.error);
  const { challenge } = taken.value;
  const verified = await ports.passkeyVerifier.registration({
    credential,
    challenge,
    relyingParty,
  });
  if (verified.isErr()) {
    const details = { reason: verified.error.kind, change: 'added' };
    logEventInBackground(ports, { actionType: 'auth_failure', userId: user.id, context, details });
    return err(verified.error);
  }
  const { isUserVerified, ...made } = verified.value;
  const admitted = await requireVerifiedAdmin(ports, user.id, isUserVerified);
  if (admitted.isErr()) return err(admitted.error);
  const passkey: Passkey = {
    ...made,
    id: ports.ids.uuid(),
    userId: user.id,
    friendlyName: nameOfModel(made.aaguid),
    createdAt: now,
    lastUsedAt: undefined,
  };
  const added = await whileSignedIn(ports, request, (stamp) =>
    ports.passkeys.add(passkey, (state) =>
      checkStamp(state, stamp).andThen(() => checkRoom(state.passkeys)),
    ),
  );
  if (added.isErr()) return err(added.error);
  recordChange(ports, request, passkey.id, 'added');
  await notifyOfPasskey(ports, 'passkey_added', request);
  return ok(passkey);
}
