import { type Clock, err, ok, type Result, type SessionId, type UserId } from '../kernel/index.ts';
import type { AuthMessenger, MessageLanguage } from '../one-time-token/index.ts';
import {
  logEventInBackground,
  type RequestContext,
  type SecurityLogPorts,
} from '../security-log/index.ts';
import type { AmrEntry, CurrentUser, SessionStore, SignInEndedError } from '../session/index.ts';
import { languageOf } from '../sign-in/index.ts';
import type { PasskeyStore } from './ports.ts';
import type { MovedStampError } from './rules.ts';

/** The ports for changing passkeys. */
export type ChangePasskeysPorts = SecurityLogPorts & {
  readonly passkeys: PasskeyStore;
  readonly sessions: SessionStore;
  readonly clock: Clock;
};

/** A signed-in user who changes their passkeys. */
export type PasskeyUser = CurrentUser & { readonly context: RequestContext };

/** One whose change is followed by a mail, in this language where the account has none. */
export type NoticedUser = PasskeyUser & { readonly language: MessageLanguage };

/**
 * Tries a change of a session's user under the stamp of the account, unless the session ends meanwhile: a take-over, a ban or
 * a new password changes the stamp, and what began before it must not be completed after it. `attempt` gives `undefined`
 * without the account. Errors: those of `attempt`; `session_not_found`. Source: docs/security.md#SE-16.
 */
export async function whileSignedIn<T, E extends { readonly kind: string }>(
  ports: Pick<ChangePasskeysPorts, 'sessions'>,
  { user, session }: CurrentUser,
  attempt: (stamp: number) => Promise<Result<T, E | MovedStampError> | undefined>,
): Promise<Result<T, E | SignInEndedError>> {
  let known = user.securityStamp;
  for (;;) {
    const done = await attempt(known);
    if (!done) return err({ kind: 'session_not_found' });
    if (done.isOk()) return ok(done.value);
    const { error } = done;
    if (!isMoved(error)) return err(error);
    if (!(await ports.sessions.byId(session.id))) return err({ kind: 'session_not_found' });
    known = error.stamp;
  }
}

const isMoved = (error: { readonly kind: string }): error is MovedStampError =>
  error.kind === 'stamp_moved';

/** Records a change of a passkey as one of a factor. Source: docs/security.md#LK-13. */
export function recordChange(
  ports: SecurityLogPorts,
  { user, context }: PasskeyUser,
  passkeyId: string,
  change: 'added' | 'renamed' | 'removed',
): void {
  logEventInBackground(ports, {
    actionType: 'factor_change',
    userId: user.id,
    context,
    details: { factor_type: 'passkey', factor_id: passkeyId, change },
  });
}

/** Notifies the owner of an account that it has another passkey, or one less. Source: docs/security.md#PK-5. */
export async function notifyOfPasskey(
  ports: { readonly messenger: AuthMessenger },
  kind: 'passkey_added' | 'passkey_removed',
  { user, language }: Pick<NoticedUser, 'user'> & { readonly language?: MessageLanguage },
): Promise<void> {
  const { email } = user;
  if (email === undefined) return;
  await ports.messenger.send({
    kind,
    to: email,
    language: languageOf(ports.messenger, user, language),
  });
}

/** Ends the sessions that began with one of these passkeys; one that is kept no longer proves its user by it. */
export async function endSessionsOf(
  ports: Pick<ChangePasskeysPorts, 'sessions'>,
  userId: UserId,
  passkeyIds: readonly (string | undefined)[],
  keptId?: string,
): Promise<void> {
  const isOf = ({ passkeyId }: AmrEntry) => passkeyIds.includes(passkeyId);
  const begun = (await ports.sessions.ofUser(userId)).filter(({ amr }) => amr.some(isOf));
  await Promise.all(
    begun.map(({ id }) => (id === keptId ? lower(ports, id, isOf) : ports.sessions.remove(id))),
  );
}

const lower = (
  ports: Pick<ChangePasskeysPorts, 'sessions'>,
  id: SessionId,
  isOf: (entry: AmrEntry) => boolean,
) =>
  ports.sessions.change(id, (session) => ({
    session: {
      ...session,
      amr: session.amr.map((entry) => (isOf(entry) ? { ...entry, userVerified: false } : entry)),
    },
    result: undefined,
  }));
