import type { FactorResponse, IdentityResponse, UserResponse } from '@coachsite/adapters/contract';
import type { Identity, User } from '@coachsite/core/account';
import { type EpochMs, timeText } from '@coachsite/core/kernel';
import type { Factor } from '@coachsite/core/mfa';
import { appMetadata, authenticated, type GrantedSession } from '@coachsite/core/session';

/** `{ name: time }`, or an empty object when there is no time. */
const when = (name: string, at: EpochMs | undefined) =>
  at === undefined ? {} : { [name]: timeText(at) };

function toIdentityJson(identity: Identity, userId: string): IdentityResponse {
  const { email } = identity.data;
  return {
    identity_id: identity.id,
    id: identity.subject,
    user_id: userId,
    identity_data: identity.data,
    provider: identity.provider,
    last_sign_in_at: timeText(identity.lastSignInAt ?? identity.createdAt),
    created_at: timeText(identity.createdAt),
    updated_at: timeText(identity.updatedAt),
    ...(typeof email === 'string' ? { email } : {}),
  };
}

/** A second factor in the wire format. Source: docs/wire.md#2. */
function toFactorJson(factor: Factor): FactorResponse {
  return {
    id: factor.id,
    ...(factor.friendlyName === undefined ? {} : { friendly_name: factor.friendlyName }),
    factor_type: factor.type,
    status: factor.status,
    ...(factor.phone === undefined ? {} : { phone: factor.phone }),
    created_at: timeText(factor.createdAt),
    updated_at: timeText(factor.updatedAt),
    last_challenged_at:
      factor.lastChallengedAt === undefined ? null : timeText(factor.lastChallengedAt),
  };
}

/** A user in the wire format. Only these fields are exposed. */
export function toUserJson(user: User, factors: readonly Factor[]): UserResponse {
  const confirmations = [user.emailConfirmedAt, user.phoneConfirmedAt].filter(
    (at) => at !== undefined,
  );
  return {
    id: user.id,
    aud: authenticated,
    role: authenticated,
    email: user.email ?? '',
    phone: user.phone ?? '',
    ...when('email_confirmed_at', user.emailConfirmedAt),
    ...when('phone_confirmed_at', user.phoneConfirmedAt),
    ...when('confirmed_at', confirmations.length > 0 ? Math.min(...confirmations) : undefined),
    ...when('confirmation_sent_at', user.confirmationSentAt),
    ...when('recovery_sent_at', user.recoverySentAt),
    ...when('email_change_sent_at', user.emailChangeSentAt),
    ...when('phone_change_sent_at', user.phoneChangeSentAt),
    ...when('reauthentication_sent_at', user.reauthenticationSentAt),
    ...when('invited_at', user.invitedAt),
    ...when('last_sign_in_at', user.lastSignInAt),
    ...when('banned_until', user.bannedUntil),
    ...(user.newEmail === undefined ? {} : { new_email: user.newEmail }),
    ...(user.newPhone === undefined ? {} : { new_phone: user.newPhone }),
    app_metadata: appMetadata(user),
    user_metadata: user.metadata,
    identities: user.identities.map((identity) => toIdentityJson(identity, user.id)),
    ...(factors.length > 0 ? { factors: factors.map(toFactorJson) } : {}),
    created_at: timeText(user.createdAt),
    updated_at: timeText(user.updatedAt),
    is_anonymous: user.isAnonymous,
  };
}

/** A session without its tokens, as the site's own pages get it. Source: docs/contract.md#4. */
export function toTokenlessJson(granted: GrantedSession, factors: readonly Factor[]) {
  return {
    token_type: 'bearer',
    expires_in: granted.expiresInSeconds,
    expires_at: granted.expiresAtSeconds,
    user: toUserJson(granted.user, factors),
  };
}

/** A session with its tokens. */
export function toSessionJson(granted: GrantedSession, factors: readonly Factor[]) {
  return {
    access_token: granted.accessToken,
    refresh_token: granted.refreshToken,
    ...toTokenlessJson(granted, factors),
  };
}
