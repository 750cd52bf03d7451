import { err, type JsonObject, ok, type Result, type UserId } from '../kernel/index.ts';
import type { RoleStore } from '../roles/index.ts';
import {
  logEventInBackground,
  type RequestContext,
  type SecurityLogPorts,
} from '../security-log/index.ts';
import {
  type GrantedSession,
  type SessionSettings,
  type StartSessionPorts,
  startSession,
} from '../session/index.ts';
import { type BarredError, barredError } from '../sign-in/index.ts';
import { checkChallenge, type PasskeyChallengeError } from './challenge.ts';
import { type PasskeySettings, userHandleOf } from './options.ts';
import type { PasskeyStore, PasskeyVerificationError, PasskeyVerifier } from './ports.ts';
import type { PasskeyAnswer } from './register-passkey.ts';
import { used } from './rules.ts';
import { requireVerifiedAdmin, type UserVerificationError } from './verified-admin.ts';

/** Why nobody is signed in. Unknown passkeys and wrong signatures give the same error. Source: docs/wire.md#17. */
export type PasskeySignInError =
  | PasskeyChallengeError
  | PasskeyVerificationError
  | UserVerificationError
  | BarredError;

/** The ports for a sign-in with a passkey. */
export type PasskeySignInPorts = StartSessionPorts &
  SecurityLogPorts & {
    readonly passkeys: PasskeyStore;
    readonly passkeyVerifier: PasskeyVerifier;
    readonly roles: RoleStore;
  };

/** Whose passkey the authenticator says it is. */
function handleIn({ response }: JsonObject): unknown {
  const isObject = typeof response === 'object' && response !== null && !Array.isArray(response);
  return isObject ? (response as JsonObject).userHandle : undefined;
}

/**
 * Signs in with a passkey, without a name. The session is at `aal1`, as the auth service's are, and says whether the
 * authenticator verified its user. A lock of the account does not matter, as nothing is guessed. Errors:
 * `webauthn_challenge_not_found`, `webauthn_challenge_expired`; `webauthn_verification_failed`, also for a counter that went
 * back and for an account that was taken over meanwhile; only for a right signature `user_banned`, `email_not_confirmed`,
 * `phone_not_confirmed`, and `user_verification_required` of an admin. Source: docs/wire.md#17, docs/security.md#PK-1,
 * docs/security.md#PK-2, docs/security.md#PK-3, docs/security.md#PK-6, docs/security.md#SE-16.
 */
export async function signInWithPasskey(
  ports: PasskeySignInPorts,
  settings: SessionSettings & PasskeySettings,
  { challengeId, credential, context }: PasskeyAnswer & { readonly context: RequestContext },
): Promise<Result<GrantedSession, PasskeySignInError>> {
  const now = ports.clock.now();
  const reject = <E extends PasskeySignInError>(
    error: E,
    userId?: UserId,
    reason: string = error.kind,
  ) => {
    const details = { reason, method: 'passkey' };
    logEventInBackground(ports, { actionType: 'auth_failure', userId, context, details });
    return err(error);
  };
  const failed = { kind: 'webauthn_verification_failed' } as const;
  const taken = checkChallenge(await ports.passkeys.take(challengeId), undefined, now);
  if (taken.isErr()) return reject(taken.error);
  const find = async () =>
    typeof credential.id === 'string' ? ports.passkeys.byCredentialId(credential.id) : undefined;
  const passkey = await find();
  const user = passkey && (await ports.users.byId(passkey.userId));
  if (!user || handleIn(credential) !== userHandleOf(user.id)) return reject(failed, user?.id);
  const { challenge } = taken.value;
  const { relyingParty } = settings;
  const response = { credential, challenge, relyingParty };
  const verified = await ports.passkeyVerifier.assertion(response, passkey);
  if (verified.isErr()) return reject(verified.error, user.id);
  const barred = barredError(user, now);
  if (barred) return reject(barred, user.id);
  const { isUserVerified } = verified.value;
  const admitted = await requireVerifiedAdmin(ports, user.id, isUserVerified);
  if (admitted.isErr()) return reject(admitted.error, user.id);
  const counted = await ports.passkeys.change(user.id, (state) =>
    used(state, passkey.id, verified.value, now),
  );
  if (!counted) return reject(failed, user.id);
  if (counted.isErr()) return reject(failed, user.id, counted.error.kind);
  const proof = { passkeyId: passkey.id, userVerified: isUserVerified };
  const granted = await startSession(ports, settings, {
    user,
    method: 'passkey',
    passkey: proof,
    context,
  });
  if (granted.isErr()) return reject(failed, user.id, granted.error.kind);
  // Removing it meanwhile ended the sessions stored by then, and this one may have come later.
  if (!(await find())) {
    await ports.sessions.remove(granted.value.session.id);
    return reject(failed, user.id, 'passkey_not_found');
  }
  const details = { method: 'passkey', factor_id: passkey.id };
  logEventInBackground(ports, { actionType: 'auth_success', userId: user.id, context, details });
  return ok(granted.value);
}
