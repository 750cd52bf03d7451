import type { EpochMs, JsonObject } from '../kernel/index.ts';

/**
 * One way a user is known: by e-mail, by phone, or at a provider. A user holds at least one. Source: docs/rules.md#3.
 */
export interface Identity {
  /** Row id, by which it is unlinked. */
  readonly id: string;
  /** `email`, `phone`, the name of an OpenID provider, or `sso:<provider id>`. */
  readonly provider: string;
  /** Who the user is at the provider; for e-mail and phone the user id. */
  readonly subject: string;
  /** What the provider says about the user. */
  readonly data: JsonObject;
  readonly createdAt: EpochMs;
  readonly updatedAt: EpochMs;
  readonly lastSignInAt: EpochMs | undefined;
}

/** What makes an identity of somebody's own address or number, beside the address or number. */
export interface NewIdentity {
  /** Row id. */
  readonly id: string;
  readonly userId: string;
  /** What the visitor said when signing up. */
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

/** The identity that an e-mail sign-up makes. */
export function emailIdentity(email: string, identity: NewIdentity): Identity {
  return ownIdentity('email', { email }, identity);
}

/** The identity that a phone sign-up makes. */
export function phoneIdentity(phone: string, identity: NewIdentity): Identity {
  return ownIdentity('phone', { phone }, identity);
}

/** The providers of a user's identities, the first linked first, each once. */
export function providersOf(identities: readonly Identity[]): readonly string[] {
  return [...new Set(identities.map(({ provider }) => provider))];
}

/** Whether an identity comes from a SAML provider; its user lives in a pool apart. Source: docs/wire.md#9. */
export function isSsoIdentity({ provider }: Pick<Identity, 'provider'>): boolean {
  return provider.startsWith('sso:');
}
