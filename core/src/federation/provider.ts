import {
  type CanonicalEmail,
  checkEmail,
  isMetadataSmall,
  mergeMetadata,
  type User,
} from '../account/index.ts';
import {
  type Digest,
  err,
  type Json,
  type JsonObject,
  ok,
  type Result,
  toHex,
} from '../kernel/index.ts';

/** A user as described by a provider. */
export interface ProviderUser {
  /**
   * The provider's permanent id of the user; provider and subject are the key of an identity.
   * Source: docs/security.md#FD-3.
   */
  readonly subject: string;
  /** Canonical e-mail address; `undefined` if the provider gives no valid one. */
  readonly email: CanonicalEmail | undefined;
  /** Set only by the provider's own claim, never by our settings. Source: docs/security.md#FD-4. */
  readonly emailVerified: boolean;
  /** The claims that are stored. */
  readonly data: JsonObject;
}

/** Tokens of the provider, returned to the client once. Source: docs/wire.md#2. */
export interface ProviderTokens {
  /** For calls to the provider on behalf of the user. */
  readonly accessToken: string;
  /** `undefined` if the provider gave none. */
  readonly refreshToken: string | undefined;
}

/** The claims contain no subject. */
export interface NoSubjectError {
  /** Without a subject there is nothing to recognise the person by. */
  readonly kind: 'provider_subject_missing';
}

/** Standard claims that describe a person; all others are dropped. Source: OpenID Connect Core 5.1. */
const keptClaims: readonly string[] = [
  'iss',
  'name',
  'given_name',
  'family_name',
  'preferred_username',
  'nickname',
  'picture',
  'locale',
];

const longestSubject = 255;
const longestValue = 500;

const isText = (value: Json | undefined): value is string =>
  typeof value === 'string' && value !== '';

/**
 * Reads the claims of an ID token or a UserInfo response. Errors: `provider_subject_missing`. Source:
 * docs/security.md#FD-3, docs/wire.md#8.
 */
export function readClaims(claims: JsonObject): Result<ProviderUser, NoSubjectError> {
  const { sub, email, email_verified: verified } = claims;
  if (!isText(sub) || sub.length > longestSubject || sub.trim() !== sub)
    return err({ kind: 'provider_subject_missing' });
  const checked = isText(email) ? checkEmail(email).unwrapOr(undefined) : undefined;
  // Some providers send the flag as text.
  const emailVerified = checked !== undefined && (verified === true || verified === 'true');
  const kept = keptClaims.flatMap((name) => {
    const value = claims[name];
    return isText(value) && value.length <= longestValue ? [[name, value] as const] : [];
  });
  const { name, picture } = claims;
  const data: JsonObject = {
    ...Object.fromEntries(kept),
    ...(isText(name) && name.length <= longestValue ? { full_name: name } : {}),
    ...(isText(picture) && picture.length <= longestValue ? { avatar_url: picture } : {}),
    sub,
    provider_id: sub,
    ...(checked === undefined ? {} : { email: checked }),
    email_verified: emailVerified,
    phone_verified: false,
  };
  return ok({ subject: sub, email: checked, emailVerified, data });
}

/**
 * Merges a provider's claims into the metadata of a user. Claims that exceed the size limit are dropped, and
 * `email_verified` stays under our control. Source: docs/security.md#SE-9.
 */
export function mergeProviderData(current: JsonObject, data: JsonObject): JsonObject {
  let merged = current;
  for (const [key, value] of Object.entries(data)) {
    if (key === 'email_verified' || value === null) continue;
    const wider = mergeMetadata(merged, { [key]: value });
    if (isMetadataSmall(wider)) merged = wider;
  }
  return merged;
}

/** The account to use for a user from a provider. Source: docs/security.md#FD-4. */
export type AccountDecision =
  /** The identity is known and belongs to this user. */
  | { readonly kind: 'known'; readonly user: User }
  /** The verified address belongs to this user; `isTakeover` if it had not been confirmed before. */
  | { readonly kind: 'link'; readonly user: User; readonly isTakeover: boolean }
  /** A new user, without the address if it is taken and the provider has not verified it. */
  | { readonly kind: 'create'; readonly email: CanonicalEmail | undefined }
  /** The provider gives no e-mail address. */
  | { readonly kind: 'reject' };

/** Decides which account to use. `sameEmail` is the non-SAML user with this address. */
export function decideAccount(
  person: Pick<ProviderUser, 'email' | 'emailVerified'>,
  known: User | undefined,
  sameEmail: User | undefined,
): AccountDecision {
  if (known) return { kind: 'known', user: known };
  if (sameEmail && person.emailVerified) {
    return {
      kind: 'link',
      user: sameEmail,
      isTakeover: sameEmail.emailConfirmedAt === undefined,
    };
  }
  if (person.email === undefined) return { kind: 'reject' };
  return { kind: 'create', email: sameEmail ? undefined : person.email };
}

const ownParameters: ReadonlySet<string> = /* @__PURE__ */ new Set([
  'client_id',
  'client_secret',
  'redirect_uri',
  'response_type',
  'response_mode',
  'state',
  'nonce',
  'scope',
  'code',
  'code_challenge',
  'code_challenge_method',
  'request',
  'request_uri',
  // Our own parameters, not meant for the provider.
  'provider',
  'redirect_to',
  'scopes',
  'invite_token',
  'skip_http_redirect',
]);

/** The query parameters to pass on to a provider, without those that the flow sets itself. */
export function passedOn(
  query: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const entries = Object.entries(query).filter(
    ([name, value]) =>
      !ownParameters.has(name.toLowerCase().trim()) && value.length <= longestValue,
  );
  return Object.fromEntries(entries.slice(0, 20));
}

/** The stable id of a SAML provider: a UUID derived from its entity id. Source: docs/wire.md#15. */
export function ssoProviderId(entityId: string, digest: Digest): string {
  const hex = toHex(digest.sha256(`sso.${entityId}`));
  const variant = '89ab'[Number.parseInt(hex.slice(16, 17), 16) % 4];
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}
