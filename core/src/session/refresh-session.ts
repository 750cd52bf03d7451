import { isBanned } from '../account/index.ts';
import { err, ok, type Result } from '../kernel/index.ts';
import {
  logEventInBackground,
  type RequestContext,
  type SecurityLogPorts,
} from '../security-log/index.ts';
import type { SessionChange } from './ports.ts';
import {
  judgeRefresh,
  parseRefreshToken,
  type RefreshVerdict,
  refreshTokenMinLength,
} from './refresh-token.ts';
import { type GrantedSession, isAlive, isOutlasted, type Session } from './session.ts';
import { grant, type SessionSettings, type StartSessionPorts } from './start-session.ts';

/** Why a refresh is rejected. Source: docs/wire.md#5. */
export type RefreshError =
  | { readonly kind: 'malformed_refresh_token' }
  | { readonly kind: 'refresh_token_not_found' }
  | { readonly kind: 'refresh_token_already_used' }
  | { readonly kind: 'session_not_found' }
  | { readonly kind: 'session_expired' }
  | { readonly kind: 'user_banned' };

/** The ports for refreshing a session. */
export type RefreshSessionPorts = Omit<StartSessionPorts, 'random'> & SecurityLogPorts;

type Judged = {
  readonly verdict: RefreshVerdict | { readonly kind: 'expired' };
  readonly session: Session;
};

/**
 * Exchanges a refresh token for a new pair of tokens. Reuse of an old token ends the whole session, because either the
 * owner or a thief may hold the newer one. A session past its limits also ends. A `token` that is no text is
 * `malformed_refresh_token`. Errors: `malformed_refresh_token`, `refresh_token_not_found`,
 * `refresh_token_already_used`, `session_not_found`, `session_expired`, `user_banned`. Source: docs/security.md#SE-2,
 * docs/security.md#SE-3, docs/security.md#SE-4, docs/security.md#SE-15.
 */
export async function refreshSession(
  ports: RefreshSessionPorts,
  settings: SessionSettings,
  request: { readonly token: unknown; readonly context: RequestContext },
): Promise<Result<GrantedSession, RefreshError>> {
  const { context } = request;
  const token = typeof request.token === 'string' ? request.token : '';
  const presented = parseRefreshToken(token);
  if (!presented) {
    const short = token.length < refreshTokenMinLength;
    return err({ kind: short ? 'malformed_refresh_token' : 'refresh_token_not_found' });
  }
  const now = ports.clock.now();
  const rule = (session: Session): SessionChange<Judged> => {
    if (!isAlive(session, now) || isOutlasted(session, settings, now))
      return { session: undefined, result: { verdict: { kind: 'expired' }, session } };
    const { refreshReuseIntervalMs: reuseIntervalMs } = settings;
    const conditions = { reuseIntervalMs, digest: ports.digest, now };
    const verdict = judgeRefresh(session.refresh, presented, conditions);
    if (verdict.kind === 'reused') return { session: undefined, result: { verdict, session } };
    if (verdict.kind !== 'rotated') return { session, result: { verdict, session } };
    const { ip, userAgent } = context;
    const refresh = verdict.chain;
    const refreshed: Session = { ...session, ip, userAgent, refreshedAt: now, refresh };
    return { session: refreshed, result: { verdict, session: refreshed } };
  };
  const judged = await ports.sessions.change(presented.sessionId, rule);
  if (!judged) return err({ kind: 'session_not_found' });
  const { verdict, session } = judged;
  if (verdict.kind === 'expired') return err({ kind: 'session_expired' });
  if (verdict.kind === 'unknown') return err({ kind: 'refresh_token_not_found' });
  if (verdict.kind === 'reused') {
    const details = { reason: 'refresh_token_already_used', session_id: session.id };
    logEventInBackground(ports, {
      actionType: 'session_revoked',
      userId: session.userId,
      context,
      details,
    });
    return err({ kind: 'refresh_token_already_used' });
  }
  const user = await ports.users.byId(session.userId);
  // The user may be somebody who took the account over since: then the session has ended.
  if (!user || !(await ports.sessions.byId(session.id))) return err({ kind: 'session_not_found' });
  if (isBanned(user, now)) return err({ kind: 'user_banned' });
  return ok(await grant(ports, settings, { user, session, secret: verdict.secret, now }));
}
