import { isBanned, type User, type UserStore } from '../account/index.ts';
import { type Clock, err, ok, type Result } from '../kernel/index.ts';
import { type BadJwtError, checkClaims } from './access-token.ts';
import type { SessionStore, TokenSigner } from './ports.ts';
import { beforeSecondFactor, isAlive, type Session } from './session.ts';
import type { SessionSettings } from './start-session.ts';

/** Why an access token is rejected. Source: docs/wire.md#4.15. */
export type IdentifyError =
  | BadJwtError
  | { readonly kind: 'session_not_found' }
  | { readonly kind: 'user_not_found' }
  | { readonly kind: 'user_banned' };

/** The signed-in user of a request, and the session. */
export interface CurrentUser {
  /** The account, as it is stored now. */
  readonly user: User;
  readonly session: Session;
}

/** The ports that finding the signed-in user needs. */
export interface IdentifyPorts {
  readonly users: UserStore;
  readonly sessions: SessionStore;
  readonly signer: TokenSigner;
  readonly clock: Clock;
}

/**
 * Finds the user and session of an access token. Besides a valid signature the session must still exist, so that ending
 * it revokes its tokens on every service. What is no text is `bad_jwt`. Errors: `bad_jwt`, `user_not_found`,
 * `session_not_found`, `user_banned`. Source: docs/security.md#SE-5, docs/security.md#SE-7.
 */
export async function identifyUser(
  ports: IdentifyPorts,
  { issuer }: Pick<SessionSettings, 'issuer'>,
  { token }: { readonly token: unknown },
): Promise<Result<CurrentUser, IdentifyError>> {
  if (typeof token !== 'string') return err({ kind: 'bad_jwt' });
  const verified = await ports.signer.verify(token);
  const now = ports.clock.now();
  const claims = verified.andThen((read) => checkClaims(read, issuer, now));
  if (claims.isErr()) return err(claims.error);
  const { userId, sessionId, aal } = claims.value;
  const user = await ports.users.byId(userId);
  if (!user) return err({ kind: 'user_not_found' });
  const session = await ports.sessions.byId(sessionId);
  if (session?.userId !== userId || !isAlive(session, now))
    return err({ kind: 'session_not_found' });
  if (isBanned(user, now)) return err({ kind: 'user_banned' });
  return ok({ user, session: aal === 'aal2' ? session : beforeSecondFactor(session) });
}
