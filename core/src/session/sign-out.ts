import type { UserStore } from '../account/index.ts';
import type { Digest } from '../kernel/index.ts';
import {
  logEventInBackground,
  type RequestContext,
  type SecurityLogPorts,
} from '../security-log/index.ts';
import type { SessionStore } from './ports.ts';
import { judgeRefresh, parseRefreshToken } from './refresh-token.ts';
import type { Session } from './session.ts';

/** Which sessions of the user a sign-out ends: all, this one, or all but this one. Source: docs/security.md#SE-8. */
export type SignOutScope = 'global' | 'local' | 'others';

/**
 * Whether a sign-out that failed with this HTTP status counts as done, because there is no session to end; `undefined`
 * without a response. Source: docs/rules.md#8, docs/wire.md#10.
 */
export function isSignedOutBy(status: number | undefined): boolean {
  return status === 401 || status === 403 || status === 404;
}

/** The ports for signing out. */
export type SignOutPorts = SecurityLogPorts & {
  readonly sessions: SessionStore;
  readonly users: Pick<UserStore, 'change'>;
};

/** What a sign-out ends, and where it was asked for. */
interface SignOutRequest {
  /** The session that is signed out, or whose user is. */
  readonly session: Pick<Session, 'id' | 'userId'>;
  readonly scope: SignOutScope;
  readonly context: RequestContext;
}

/**
 * Ends sessions; their tokens are rejected at once. Ending other sessions also drops a pending change of phone number, which
 * one of them may have asked for. Source: docs/rules.md#4, docs/security.md#SE-7, docs/security.md#SE-8.
 */
export async function signOut(
  ports: SignOutPorts,
  { session, scope, context }: SignOutRequest,
): Promise<void> {
  const { id, userId } = session;
  const ended =
    scope === 'local'
      ? await ports.sessions.remove(id)
      : await ports.sessions.removeOfUser(userId, scope === 'others' ? id : undefined);
  // The code of a new number needs no session; a new address is confirmed from the current one too, often after signing out.
  if (scope !== 'local')
    await ports.users.change(userId, (user) => ({ ...user, newPhone: undefined }));
  // A sign-out that ended no session is not logged: otherwise a member could fill the log with it.
  if (!ended) return;
  logEventInBackground(ports, { actionType: 'auth_logout', userId, context, details: { scope } });
}

/**
 * Ends sessions with a refresh token, for a browser whose access token has expired. Returns whether the token was the
 * active one or its parent.
 */
export async function endByRefreshToken(
  ports: SignOutPorts & { readonly digest: Digest },
  { token, ...request }: Omit<SignOutRequest, 'session'> & { readonly token: string },
): Promise<boolean> {
  const presented = parseRefreshToken(token);
  const session = presented && (await ports.sessions.byId(presented.sessionId));
  if (!presented || !session) return false;
  const { kind } = judgeRefresh(session.refresh, presented, {
    reuseIntervalMs: 0,
    digest: ports.digest,
    now: ports.clock.now(),
  });
  if (kind !== 'rotated' && kind !== 'repeated') return false;
  await signOut(ports, { ...request, session });
  return true;
}
