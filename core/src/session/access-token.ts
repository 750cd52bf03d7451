import { providersOf, type User, utf8Length } from '../account/index.ts';
import {
  type EpochMs,
  err,
  isUuid,
  type JsonObject,
  minuteMs,
  ok,
  type Result,
  type Seconds,
  type SessionId,
  type UserId,
} from '../kernel/index.ts';
import type { AssuranceLevel } from '../roles/index.ts';
import { assuranceLevel, type Session } from './session.ts';

/** The one audience of our tokens, and the role every signed-in user has. Source: docs/wire.md#2. */
export const authenticated = 'authenticated';

/** The token is malformed, not issued by us, not meant for us, or not valid now. */
export interface BadJwtError {
  /** The client has to refresh or to sign in again. */
  readonly kind: 'bad_jwt';
  /** Set when the token is expired but otherwise valid; the data service reports this. Source: docs/wire.md#12. */
  readonly reason?: 'expired';
}

const toSeconds = (at: EpochMs): number => Math.floor(at / 1000);

/** The provider fields of a user, as in tokens and responses; the first linked provider comes first. */
export function appMetadata(user: User): JsonObject {
  const providers = providersOf(user.identities);
  const [provider] = providers;
  return provider === undefined ? {} : { provider, providers };
}

/**
 * Maximum size of the claims as UTF-8 JSON, in bytes: the token must fit a cookie of 4096 bytes including its name.
 * Source: docs/security.md#SE-9.
 */
const claimsLimitBytes = 2900;

/**
 * The claims of an access token. If they do not fit into a cookie, the user's metadata is left out: clients get it with
 * the user object, and no service of this site reads it from the token. Source: docs/security.md#SE-5,
 * docs/security.md#SE-9.
 */
export function accessTokenClaims(
  user: User,
  session: Session,
  settings: { readonly issuer: string; readonly accessTokenTtlSeconds: Seconds },
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

/** Allowed clock skew of tokens from the future, in milliseconds. Source: docs/security.md#DR-7. */
const futureToleranceMs = minuteMs;

/**
 * Checks the claims of a token whose signature has been verified. Other claims are ignored. Errors: `bad_jwt`, with the
 * reason `expired` if only that is wrong. Source: docs/security.md#SE-5, RFC 8725.
 */
export function checkClaims(
  claims: JsonObject,
  issuer: string,
  now: EpochMs,
): Result<
  { readonly userId: UserId; readonly sessionId: SessionId; readonly aal: AssuranceLevel },
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
  if (!(now < exp * 1000)) return err({ kind: 'bad_jwt', reason: 'expired' });
  if (!isUuid(sub) || !isUuid(sessionId)) return err({ kind: 'bad_jwt' });
  return ok({ userId: sub, sessionId, aal: claims.aal === 'aal2' ? 'aal2' : 'aal1' });
}
