import { err, ok, type Result } from 'neverthrow';
import { providersOf, type User, utf8Length } from '../account/index.ts';
import { type EpochMs, isUuid, type JsonObject, minuteMs } from '../kernel/index.ts';
import type { AssuranceLevel } from '../roles/index.ts';
import { assuranceLevel, type Session } from './session.ts';

/** The one audience of our tokens, and the role every signed-in user has. Source: docs/wire.md#2. */
export const authenticated = 'authenticated';

/** The token is no token, not ours, not for us, or not valid now. */
export interface BadJwtError {
  readonly kind: 'bad_jwt';
  /** The token is ours and for us, but its time is over: the data service says so. Source: docs/wire.md#12. */
  readonly reason?: 'expired';
}

const toSeconds = (at: EpochMs): number => Math.floor(at / 1000);

/** The provider fields of a user, as tokens and answers show them; the first linked provider leads. */
export function appMetadata(user: User): JsonObject {
  const providers = providersOf(user.identities);
  const [provider] = providers;
  return provider === undefined ? {} : { provider, providers };
}

/**
 * Longest claims, as JSON in UTF-8 bytes, whose token fits a cookie of 4096 with its name.
 * Source: docs/security.md#SE-9.
 */
const claimsLimitBytes = 2900;

/**
 * What an access token says. Where all of it does not fit a cookie, the data of the user stay out: they are in the user
 * beside the token, and no service of ours reads them from it. Source: docs/wire.md#2, docs/security.md#SE-5,
 * docs/security.md#SE-9.
 */
export function accessTokenClaims(
  user: User,
  session: Session,
  settings: { readonly issuer: string; readonly accessTokenTtlSeconds: number },
  now: EpochMs,
): JsonObject {
  const issuedAt = toSeconds(now);
  const claims = {
    iss: settings.issuer,
    sub: user.id,
    aud: authenticated,
    exp: issuedAt + settings.accessTokenTtlSeconds,
    iat: issuedAt,
    email: user.email ?? '',
    phone: user.phone ?? '',
    app_metadata: appMetadata(user),
    user_metadata: user.metadata,
    role: authenticated,
    aal: assuranceLevel(session),
    amr: session.amr.map(({ method, at, provider }) => ({
      method,
      timestamp: toSeconds(at),
      ...(provider === undefined ? {} : { provider }),
    })),
    session_id: session.id,
    is_anonymous: user.isAnonymous,
  };
  const isLong = utf8Length(JSON.stringify(claims)) > claimsLimitBytes;
  return isLong ? { ...claims, user_metadata: {} } : claims;
}

/** A clock of another machine may run this far ahead. Source: docs/security.md#DR-7. */
const futureToleranceMs = minuteMs;

/**
 * Checks the claims of a token whose signature is right. Nothing else of it is believed. Source: docs/security.md#SE-5,
 * RFC 8725.
 */
export function checkClaims(
  claims: JsonObject,
  issuer: string,
  now: EpochMs,
): Result<
  { readonly userId: string; readonly sessionId: string; readonly aal: AssuranceLevel },
  BadJwtError
> {
  const { iss, aud, exp, iat, sub, session_id: sessionId } = claims;
  const holds =
    iss === issuer &&
    aud === authenticated &&
    typeof exp === 'number' &&
    typeof iat === 'number' &&
    iat * 1000 <= now + futureToleranceMs;
  if (!holds || typeof sub !== 'string' || typeof sessionId !== 'string')
    return err({ kind: 'bad_jwt' });
  if (now >= exp * 1000) return err({ kind: 'bad_jwt', reason: 'expired' });
  if (!isUuid(sub) || !isUuid(sessionId)) return err({ kind: 'bad_jwt' });
  return ok({ userId: sub, sessionId, aal: claims.aal === 'aal2' ? 'aal2' : 'aal1' });
}
