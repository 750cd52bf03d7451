import type { EpochMs, JsonObject, UserId } from '../kernel/index.ts';
import type { CanonicalEmail } from './email.ts';
import type { PhoneDigits } from './phone.ts';

/**
 * A way to identify a user: by e-mail, by phone, or at a provider. A user has at least one. Source: docs/rules.md#3.
 */
export interface Identity {
  /** A UUID, used to unlink it. */
  readonly id: string;
  /** `email`, `phone`, the name of an OpenID provider, or `sso:<provider id>`. */
  readonly provider: string;
  /** The provider's id of the user; for e-mail and phone the user id. */
  readonly subject: string;
  readonly data: JsonObject;
  readonly createdAt: EpochMs;
  /** When the provider's data last changed, or when it was linked. */
  readonly updatedAt: EpochMs;
  /** The last sign-in through it; `undefined` before the first. */
  readonly lastSignInAt: EpochMs | undefined;
}

/** The data of an e-mail or phone identity besides the address or number. */
export interface NewIdentity {
  readonly id: string;
  readonly userId: UserId;
  readonly data?: JsonObject;
  readonly now: EpochMs;
}

function ownIdentity(
  provider: 'email' | 'phone',
  own: JsonObject,
  { id, userId, data = {}, now }: NewIdentity,
): Identity {
  return {
    id,
    provider,
    subject: userId,
    data: { ...data, sub: userId, ...own, email_verified: false, phone_verified: false },
    createdAt: now,
    updatedAt: now,
    lastSignInAt: undefined,
  };
}

/** The identity of an e-mail sign-up. */
export function emailIdentity(email: CanonicalEmail, identity: NewIdentity): Identity {
  return ownIdentity('email', { email }, identity);
}

/** The identity of a phone sign-up. */
export function phoneIdentity(phone: PhoneDigits, identity: NewIdentity): Identity {
  return ownIdentity('phone', { phone }, identity);
}

/** Whether an identity is the address or number of the account itself, and not an account at a provider. */
export function isOwnIdentity({ provider }: Pick<Identity, 'provider'>): boolean {
  return provider === 'email' || provider === 'phone';
}

/** The distinct providers of a user's identities, in the order of linking. */
export function providersOf(identities: readonly Identity[]): readonly string[] {
  return [...new Set(identities.map(({ provider }) => provider))];
}

/**
 * Whether an identity comes from a SAML provider; SAML users are kept apart from all others. Source: docs/wire.md#9.
 */
export function isSsoIdentity({ provider }: Pick<Identity, 'provider'>): boolean {
  return provider.startsWith('sso:');
}
