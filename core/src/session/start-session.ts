import { type User, type UserStore, underStampOf } from '../account/index.ts';
import {
  type Clock,
  type Digest,
  type EpochMs,
  err,
  type Ids,
  type Milliseconds,
  ok,
  type Random,
  type Result,
  type Seconds,
} from '../kernel/index.ts';
import type { RequestContext } from '../security-log/index.ts';
import { accessTokenClaims } from './access-token.ts';
import type { SessionStore, TokenSigner } from './ports.ts';
import { beginChain, formatRefreshToken } from './refresh-token.ts';
import type { AmrEntry, AmrMethod, GrantedSession, Session, SessionLimits } from './session.ts';

/** The settings for sessions. */
export interface SessionSettings extends SessionLimits {
  /** `<PUBLIC_URL>/auth/v1`. */
  readonly issuer: string;
  readonly accessTokenTtlSeconds: Seconds;
  /** How long after a rotation an older refresh token gets the active one again; 0 turns that off. */
  readonly refreshReuseIntervalMs: Milliseconds;
}

/** The ports for starting a session. */
export interface StartSessionPorts {
  readonly sessions: SessionStore;
  readonly users: UserStore;
  readonly signer: TokenSigner;
  readonly clock: Clock;
  /** The refresh token. */
  readonly random: Random;
  readonly digest: Digest;
  readonly ids: Ids;
}

/** A session and the data for its tokens; `secret` is the active secret of the chain. */
interface Grant {
  readonly user: User;
  readonly session: Session;
  /** Part of the refresh token. */
  readonly secret: string;
  /** When the access token is issued. */
  readonly now: EpochMs;
}

/** Issues the tokens of a session. */
export async function grant(
  ports: { readonly signer: TokenSigner },
  settings: SessionSettings,
  { user, session, secret, now }: Grant,
): Promise<GrantedSession> {
  const ttlSeconds = settings.accessTokenTtlSeconds;
  return {
    accessToken: await ports.signer.sign(accessTokenClaims(user, session, settings, now)),
    refreshToken: formatRefreshToken({
      sessionId: session.id,
      counter: session.refresh.counter,
      secret,
    }),
    expiresInSeconds: ttlSeconds,
    expiresAtSeconds: Math.floor(now / 1000) + ttlSeconds,
    session,
    user,
  };
}

/** While a sign-in was under way, the account was taken over, banned or deleted, or all its sessions were ended. */
export interface SignInEndedError {
  /** There is no session. */
  readonly kind: 'session_not_found';
}

/** Who has just authenticated, and how. */
interface Proof {
  /** The account as it was read when the proof was begun. */
  readonly user: User;
  /** What was proved with. */
  readonly method: AmrMethod;
  /** Whether what was followed is a mail to reset the password. */
  readonly recovers?: boolean;
  /** Of a sign-in with a provider. */
  readonly provider?: string;
  /** Of a sign-in with a passkey. */
  readonly passkey?: Pick<AmrEntry, 'passkeyId' | 'userVerified'>;
  /** The latest end of the session. */
  readonly notAfter?: EpochMs;
  readonly context: RequestContext;
}

/**
 * Starts a session for a user who has just authenticated; it always has a new id. `user` is the account as it was read
 * when the proof was begun: if its stamp is another by now, no session is stored. Errors: `session_not_found`. Source:
 * docs/security.md#SE-13, docs/security.md#SE-16.
 */
export async function startSession(
  ports: StartSessionPorts,
  settings: SessionSettings,
  { user, method, recovers, provider, passkey, notAfter, context }: Proof,
): Promise<Result<GrantedSession, SignInEndedError>> {
  const now = ports.clock.now();
  const { chain, secret } = beginChain(ports.random, ports.digest, 0, now);
  const session: Session = {
    id: ports.ids.uuid(),
    userId: user.id,
    amr: [
      {
        method,
        at: now,
        ...(provider && { provider }),
        ...(recovers && { recovers }),
        ...passkey,
      },
    ],
    createdAt: now,
    refreshedAt: undefined,
    notAfter,
    ip: context.ip,
    userAgent: context.userAgent,
    refresh: chain,
  };
  // Both in one tick of the event loop, so that they share one commit.
  const touch = underStampOf(user, (current) => ({
    ...current,
    lastSignInAt: now,
    updatedAt: now,
  }));
  const [isStored, touched] = await Promise.all([
    ports.sessions.create(session, user.securityStamp),
    ports.users.change(user.id, touch),
  ]);
  if (!isStored) return err({ kind: 'session_not_found' });
  const current = touched.unwrapOr(undefined);
  // What somebody who took the account over in between entered is not shown.
  const owner = current?.securityStamp === user.securityStamp ? current : user;
  return ok(await grant(ports, settings, { user: owner, session, secret, now }));
}
