import type { User } from '../account/index.ts';
import type { EpochMs } from '../kernel/index.ts';
import type { AssuranceLevel } from '../roles/index.ts';
import type { RefreshChain } from './refresh-token.ts';

/** How a user proved who they are. Source: docs/wire.md#2. */
export type AmrMethod =
  | 'password'
  | 'otp'
  | 'oauth'
  | 'totp'
  | 'mfa/phone'
  | 'recovery'
  | 'invite'
  | 'magiclink'
  | 'email/signup'
  | 'email_change'
  | 'sso/saml'
  | 'anonymous';

/** One proof, and when it was given; `provider` for SAML, `factorId` for a second factor. */
export interface AmrEntry {
  readonly method: AmrMethod;
  readonly at: EpochMs;
  readonly provider?: string;
  readonly factorId?: string;
}

/**
 * One signed-in browser or program. It lives until it is ended; deleting it ends its tokens at once.
 * Source: docs/security.md#SE-7.
 */
export interface Session {
  readonly id: string;
  readonly userId: string;
  /** Newest first, one entry per method. */
  readonly amr: readonly AmrEntry[];
  readonly createdAt: EpochMs;
  readonly refreshedAt: EpochMs | undefined;
  /** A session from a SAML provider ends no later than the provider says. */
  readonly notAfter: EpochMs | undefined;
  readonly ip: string;
  readonly userAgent: string;
  readonly refresh: RefreshChain;
}

/** Adds a proof; the same method again moves its time. */
export function addAmrEntry(amr: readonly AmrEntry[], entry: AmrEntry): readonly AmrEntry[] {
  return [entry, ...amr.filter(({ method }) => method !== entry.method)];
}

/**
 * Two factors as soon as one of the proofs is a second factor, never by anything else. Source: docs/wire.md#6,
 * docs/security.md#MF-8.
 */
export function assuranceLevel({ amr }: Pick<Session, 'amr'>): AssuranceLevel {
  return amr.some(({ method }) => method === 'totp' || method === 'mfa/phone') ? 'aal2' : 'aal1';
}

/** The session as a token knows it that was issued before a second factor was shown. */
export function beforeSecondFactor(session: Session): Session {
  const amr = session.amr.filter(({ method }) => method !== 'totp' && method !== 'mfa/phone');
  return { ...session, amr };
}

/** Whether the session may still be used at `now`. */
export function isAlive(session: Session, now: EpochMs): boolean {
  return session.notAfter === undefined || now < session.notAfter;
}

/** How long sessions may last, in milliseconds; without a number they last until they are ended. */
export interface SessionLimits {
  /** Since the last refresh. */
  readonly inactivityMs?: number | undefined;
  /** Since the sign-in. */
  readonly lifetimeMs?: number | undefined;
}

/**
 * Whether a session has outlasted the limits at `now`; looked at when it is to be refreshed.
 * Source: docs/security.md#SE-15.
 */
export function isOutlasted(
  { createdAt, refreshedAt = createdAt }: Pick<Session, 'createdAt' | 'refreshedAt'>,
  { inactivityMs = Number.POSITIVE_INFINITY, lifetimeMs = Number.POSITIVE_INFINITY }: SessionLimits,
  now: EpochMs,
): boolean {
  return now >= refreshedAt + inactivityMs || now >= createdAt + lifetimeMs;
}

/** A session with the tokens that carry it, as it is handed out once. */
export interface GrantedSession {
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly expiresInSeconds: number;
  readonly expiresAtSeconds: number;
  readonly session: Session;
  readonly user: User;
}
