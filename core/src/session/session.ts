import type { User } from '../account/index.ts';
import type {
  EpochMs,
  EpochSeconds,
  Milliseconds,
  Seconds,
  SessionId,
  UserId,
} from '../kernel/index.ts';
import type { AssuranceLevel } from '../roles/index.ts';
import type { RefreshChain } from './refresh-token.ts';

/** How a user authenticated. Source: docs/wire.md#2. */
export type AmrMethod =
  | 'password'
  | 'otp'
  | 'oauth'
  | 'totp'
  | 'mfa/phone'
  | 'mfa/recovery_code'
  | 'recovery'
  | 'invite'
  | 'magiclink'
  | 'email/signup'
  | 'email_change'
  | 'sso/saml'
  | 'passkey'
  | 'anonymous';

/** An authentication method and its time; `provider` for SAML, `factorId` for a second factor, the rest for a passkey. */
export interface AmrEntry {
  /** One of the methods of RFC 8176 and of the auth service. */
  readonly method: AmrMethod;
  /** When it was used. */
  readonly at: EpochMs;
  /** Id of the SAML provider; absent for other methods. */
  readonly provider?: string;
  /** The factor that was used; absent for a first factor. */
  readonly factorId?: string;
  /** The passkey that was used; absent for other methods. */
  readonly passkeyId?: string;
  /** Whether the authenticator of the passkey asked for a PIN, a finger or a face. */
  readonly userVerified?: boolean;
  /** The factor is no older than the session, whose holder may have added it; tokens do not say so. */
  readonly isOfSession?: true;
  /** A mail to reset the password was followed, and no password has been set since; tokens do not say so. */
  readonly recovers?: true;
}

/** A signed-in browser or program. Deleting the session revokes its tokens at once. Source: docs/security.md#SE-7. */
export interface Session {
  /** A UUID; the `session_id` of its access tokens. */
  readonly id: SessionId;
  readonly userId: UserId;
  /** Newest first, one entry per method. */
  readonly amr: readonly AmrEntry[];
  readonly createdAt: EpochMs;
  /** The last refresh; `undefined` before the first. */
  readonly refreshedAt: EpochMs | undefined;
  /** The latest end of a session, as set by a SAML provider. */
  readonly notAfter: EpochMs | undefined;
  /** The IP of the sign-in, then of the last refresh. */
  readonly ip: string;
  /** What the client called itself there. */
  readonly userAgent: string;
  readonly refresh: RefreshChain;
}

/**
 * How many other sessions a user keeps beside a new one, where `maxPerUser` are allowed: none under a number that makes no
 * sense. For stores of sessions.
 */
export const sessionsBeside = (maxPerUser: number): number =>
  maxPerUser > 0 ? Math.min(Math.ceil(maxPerUser), Number.MAX_SAFE_INTEGER) - 1 : 0;

/** Adds an authentication method; a repeated method gets the new time. */
export function addAmrEntry(amr: readonly AmrEntry[], entry: AmrEntry): readonly AmrEntry[] {
  return [entry, ...amr.filter(({ method }) => method !== entry.method)];
}

const isSecondFactor = ({ method }: AmrEntry): boolean =>
  method === 'totp' || method === 'mfa/phone' || method === 'mfa/recovery_code';

/** `aal2` if one of the methods is a second factor, else `aal1`. Source: docs/wire.md#6, docs/security.md#MF-8. */
export function assuranceLevel({ amr }: Pick<Session, 'amr'>): AssuranceLevel {
  return amr.some(isSecondFactor) ? 'aal2' : 'aal1';
}

/**
 * What a session proves to this site: `aal2` also by a passkey whose authenticator asked for a PIN, a finger or a face, which
 * is a thing that its owner has and one that they know or are. Tokens, responses of the auth service and removals of factors
 * keep to `assuranceLevel`. Source: docs/security.md#PK-6.
 */
export function provenLevel(session: Pick<Session, 'amr'>): AssuranceLevel {
  return session.amr.some((entry) => entry.userVerified) ? 'aal2' : assuranceLevel(session);
}

/** The session without its second factor, as tokens issued before the verification describe it. */
export function beforeSecondFactor(session: Session): Session {
  return { ...session, amr: session.amr.filter((entry) => !isSecondFactor(entry)) };
}

/** Whether the session may still be used at `now`. */
export function isAlive(session: Session, now: EpochMs): boolean {
  return session.notAfter === undefined || now < session.notAfter;
}

/**
 * Limits of a session, in milliseconds; `undefined` and `Infinity` mean no limit. Under one of `NaN`, 0 or a negative number
 * every session is over at its next refresh.
 */
export interface SessionLimits {
  /** Since the last refresh, or the sign-in before the first. */
  readonly inactivityMs?: Milliseconds | undefined;
  /** Since the sign-in. */
  readonly lifetimeMs?: Milliseconds | undefined;
}

/** Whether a session is past its limits at `now`; checked at each refresh. Source: docs/security.md#SE-15. */
export function isOutlasted(
  { createdAt, refreshedAt = createdAt }: Pick<Session, 'createdAt' | 'refreshedAt'>,
  { inactivityMs = Number.POSITIVE_INFINITY, lifetimeMs = Number.POSITIVE_INFINITY }: SessionLimits,
  now: EpochMs,
): boolean {
  return !(now < refreshedAt + inactivityMs && now < createdAt + lifetimeMs);
}

/**
 * A session with its new tokens. With the stored session and account, hashes included, it is for the server alone: a
 * response gets `publicSession` of it.
 */
export interface GrantedSession {
  /** A signed JWT. */
  readonly accessToken: string;
  /** Replaced by each refresh. */
  readonly refreshToken: string;
  /** Life of the access token from now. */
  readonly expiresInSeconds: Seconds;
  /** End of the access token, in Unix seconds. */
  readonly expiresAtSeconds: EpochSeconds;
  readonly session: Session;
  readonly user: User;
}
