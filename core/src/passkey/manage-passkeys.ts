import type { User } from '../account/index.ts';
import { err, ok, type Result } from '../kernel/index.ts';
import { type FactorStore, type FreshSignInError, requireFreshSignIn } from '../mfa/index.ts';
import type { AuthMessenger } from '../one-time-token/index.ts';
import { logEvent, type RequestContext } from '../security-log/index.ts';
import type { SignInEndedError } from '../session/index.ts';
import {
  type ChangePasskeysPorts,
  endSessionsOf,
  type NoticedUser,
  notifyOfPasskey,
  type PasskeyUser,
  recordChange,
  whileSignedIn,
} from './change-own.ts';
import type { Passkey } from './passkey.ts';
import {
  checkPasskeyName,
  type PasskeyNameError,
  type PasskeyNotFoundError,
  withName,
  withoutPasskey,
} from './rules.ts';

/** Which passkey of the user is meant. */
interface OnePasskey {
  readonly passkeyId: string;
}

/** Why a passkey is not renamed. Source: docs/wire.md#17. */
export type RenamePasskeyError = PasskeyNameError | PasskeyNotFoundError | SignInEndedError;

/**
 * Gives a passkey another name. Errors: `passkey_name_invalid`; `passkey_not_found`; `session_not_found` when the session
 * ended meanwhile. Source: docs/wire.md#17.
 */
export async function renamePasskey(
  ports: ChangePasskeysPorts,
  request: PasskeyUser & OnePasskey & { readonly name: string },
): Promise<Result<Passkey, RenamePasskeyError>> {
  const { passkeyId } = request;
  const name = checkPasskeyName(request.name);
  if (name.isErr()) return err(name.error);
  const renamed = await whileSignedIn(ports, request, (stamp) =>
    ports.passkeys.change(request.user.id, (state) =>
      withName(state, { id: passkeyId, stamp }, name.value),
    ),
  );
  if (renamed.isOk()) recordChange(ports, request, passkeyId, 'renamed');
  return renamed;
}

/** Why a passkey is not removed. Source: docs/wire.md#17. */
export type RemovePasskeyError = FreshSignInError | PasskeyNotFoundError | SignInEndedError;

/** The ports for removing a passkey. */
export type RemovePasskeyPorts = ChangePasskeysPorts & {
  readonly factors: Pick<FactorStore, 'ofUser'>;
  readonly messenger: AuthMessenger;
};

/**
 * Removes a passkey. The other sessions that began with it end, this one no longer proves its user by it, and the owner of the account is notified. Errors:
 * `insufficient_aal`, `reauthentication_needed`; `passkey_not_found`; `session_not_found` when the session ended meanwhile.
 * Source: docs/wire.md#17, docs/security.md#PK-5.
 */
export async function removePasskey(
  ports: RemovePasskeyPorts,
  request: NoticedUser & OnePasskey,
): Promise<Result<void, RemovePasskeyError>> {
  const { user, session, passkeyId } = request;
  const proof = await requireFreshSignIn(ports, request);
  if (proof.isErr()) return err(proof.error);
  const removed = await whileSignedIn(ports, request, (stamp) =>
    ports.passkeys.change(user.id, (state) => withoutPasskey(state, { id: passkeyId, stamp })),
  );
  if (removed.isErr()) return err(removed.error);
  recordChange(ports, request, passkeyId, 'removed');
  await Promise.all([
    endSessionsOf(ports, user.id, [passkeyId], session.id),
    notifyOfPasskey(ports, 'passkey_removed', request),
  ]);
  return ok();
}

/**
 * Removes all passkeys of a user when the operator resets the second factors, as a lost device may have held both. Ends the
 * sessions that began with a passkey, notifies the user and returns how many passkeys there were. Source: docs/contract.md#1,
 * docs/security.md#PK-7.
 */
export async function resetPasskeys(
  ports: Omit<RemovePasskeyPorts, 'factors' | 'reportLostEvent'>,
  { user, context }: { readonly user: User; readonly context: RequestContext },
): Promise<number> {
  const ids = (await ports.passkeys.clear(user.id)).map(({ id }) => id);
  if (ids.length === 0) return 0;
  await Promise.all([
    endSessionsOf(ports, user.id, ids),
    notifyOfPasskey(ports, 'passkey_removed', { user }),
    logEvent(ports, {
      actionType: 'factor_change',
      userId: user.id,
      context,
      details: { change: 'reset', passkeys: ids.length },
    }),
  ]);
  return ids.length;
}
