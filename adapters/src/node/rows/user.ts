import {
  type CanonicalEmail,
  type Identity,
  isSsoUser,
  type PhoneDigits,
  type User,
} from '@coachsite/core/account';
import type { JsonObject } from '@coachsite/core/kernel';

/** A row of `users`. */
export interface UserRow {
  readonly id: string;
  readonly email: CanonicalEmail | null;
  /** The e-mail address of a SAML user: not unique, so it never conflicts with other users. */
  readonly sso_email: CanonicalEmail | null;
  /** The address that another account of the same mailbox has. */
  readonly former_email: CanonicalEmail | null;
  readonly phone: PhoneDigits | null;
  readonly password_hash: string | null;
  readonly password_doubtful: number;
  readonly email_confirmed_at_ms: number | null;
  readonly phone_confirmed_at_ms: number | null;
  readonly confirmation_sent_at_ms: number | null;
  readonly recovery_sent_at_ms: number | null;
  readonly new_email: CanonicalEmail | null;
  readonly email_change_sent_at_ms: number | null;
  readonly email_change_confirmed_by: 'current' | 'new' | null;
  readonly new_phone: PhoneDigits | null;
  readonly phone_change_sent_at_ms: number | null;
  readonly reauthentication_sent_at_ms: number | null;
  readonly invited_at_ms: number | null;
  readonly last_sign_in_at_ms: number | null;
  readonly banned_until_ms: number | null;
  readonly security_stamp: number;
  readonly is_anonymous: number;
  readonly metadata: string;
  readonly created_at_ms: number;
  readonly updated_at_ms: number;
}

/** A row of `identities`. */
export interface IdentityRow {
  readonly id: string;
  readonly user_id: string;
  readonly provider: string;
  readonly subject: string;
  readonly data: string;
  readonly created_at_ms: number;
  readonly updated_at_ms: number;
  readonly last_sign_in_at_ms: number | null;
}

function toIdentity(row: IdentityRow): Identity {
  return {
    id: row.id,
    provider: row.provider,
    subject: row.subject,
    data: JSON.parse(row.data) as JsonObject,
    createdAt: row.created_at_ms,
    updatedAt: row.updated_at_ms,
    lastSignInAt: row.last_sign_in_at_ms ?? undefined,
  };
}

export function toIdentityRow(userId: string, identity: Identity): IdentityRow {
  return {
    id: identity.id,
    user_id: userId,
    provider: identity.provider,
    subject: identity.subject,
    data: JSON.stringify(identity.data),
    created_at_ms: identity.createdAt,
    updated_at_ms: identity.updatedAt,
    last_sign_in_at_ms: identity.lastSignInAt ?? null,
  };
}

export function toUser(row: UserRow, identities: readonly IdentityRow[]): User {
  return {
    id: row.id,
    email: row.email ?? row.sso_email ?? undefined,
    formerEmail: row.former_email ?? undefined,
    phone: row.phone ?? undefined,
    passwordHash: row.password_hash ?? undefined,
    passwordUnverified: row.password_doubtful === 1,
    emailConfirmedAt: row.email_confirmed_at_ms ?? undefined,
    phoneConfirmedAt: row.phone_confirmed_at_ms ?? undefined,
    confirmationSentAt: row.confirmation_sent_at_ms ?? undefined,
    recoverySentAt: row.recovery_sent_at_ms ?? undefined,
    newEmail: row.new_email ?? undefined,
    emailChangeSentAt: row.email_change_sent_at_ms ?? undefined,
    emailChangeConfirmedBy: row.email_change_confirmed_by ?? undefined,
    newPhone: row.new_phone ?? undefined,
    phoneChangeSentAt: row.phone_change_sent_at_ms ?? undefined,
    reauthenticationSentAt: row.reauthentication_sent_at_ms ?? undefined,
    invitedAt: row.invited_at_ms ?? undefined,
    lastSignInAt: row.last_sign_in_at_ms ?? undefined,
    bannedUntil: row.banned_until_ms ?? undefined,
    securityStamp: row.security_stamp,
    isAnonymous: row.is_anonymous === 1,
    metadata: JSON.parse(row.metadata) as JsonObject,
    identities: identities.map(toIdentity),
    createdAt: row.created_at_ms,
    updatedAt: row.updated_at_ms,
  };
}

/** What a new account under the id of an existing one takes over from it. */
export function toReplaced(
  row: Pick<UserRow, 'id' | 'created_at_ms' | 'security_stamp'>,
): Pick<User, 'id' | 'createdAt' | 'securityStamp'> {
  return { id: row.id, createdAt: row.created_at_ms, securityStamp: row.security_stamp };
}

export function toUserRow(user: User): UserRow {
  return {
    id: user.id,
    email: isSsoUser(user) ? null : (user.email ?? null),
    sso_email: isSsoUser(user) ? (user.email ?? null) : null,
    former_email: user.formerEmail ?? null,
    phone: user.phone ?? null,
    password_hash: user.passwordHash ?? null,
    password_doubtful: user.passwordUnverified ? 1 : 0,
    email_confirmed_at_ms: user.emailConfirmedAt ?? null,
    phone_confirmed_at_ms: user.phoneConfirmedAt ?? null,
    confirmation_sent_at_ms: user.confirmationSentAt ?? null,
    recovery_sent_at_ms: user.recoverySentAt ?? null,
    new_email: user.newEmail ?? null,
    email_change_sent_at_ms: user.emailChangeSentAt ?? null,
    email_change_confirmed_by: user.emailChangeConfirmedBy ?? null,
    new_phone: user.newPhone ?? null,
    phone_change_sent_at_ms: user.phoneChangeSentAt ?? null,
    reauthentication_sent_at_ms: user.reauthenticationSentAt ?? null,
    invited_at_ms: user.invitedAt ?? null,
    last_sign_in_at_ms: user.lastSignInAt ?? null,
    banned_until_ms: user.bannedUntil ?? null,
    security_stamp: user.securityStamp,
    is_anonymous: user.isAnonymous ? 1 : 0,
    metadata: JSON.stringify(user.metadata),
    created_at_ms: user.createdAt,
    updated_at_ms: user.updatedAt,
  };
}

/** The columns of `users`. */
export const userColumns: readonly (keyof UserRow)[] = [
  'id',
  'email',
  'sso_email',
  'former_email',
  'phone',
  'password_hash',
  'password_doubtful',
  'email_confirmed_at_ms',
  'phone_confirmed_at_ms',
  'confirmation_sent_at_ms',
  'recovery_sent_at_ms',
  'new_email',
  'email_change_sent_at_ms',
  'email_change_confirmed_by',
  'new_phone',
  'phone_change_sent_at_ms',
  'reauthentication_sent_at_ms',
  'invited_at_ms',
  'last_sign_in_at_ms',
  'banned_until_ms',
  'security_stamp',
  'is_anonymous',
  'metadata',
  'created_at_ms',
  'updated_at_ms',
];
