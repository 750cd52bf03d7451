import { err, ok, type Result } from 'neverthrow';
import { checkEmail, isMetadataSmall, mergeMetadata, type User } from '../account/index.ts';
import { type Digest, type Json, type JsonObject, toHex } from '../kernel/index.ts';

/** Somebody as an outside provider knows them. */
export interface ProviderUser {
  /**
   * Who it is at the provider, for ever; together with the provider the key of an identity.
   * Source: docs/security.md#FD-3.
   */
  readonly subject: string;
  /** Canonical address, `undefined` when the provider tells none that is one. */
  readonly email: string | undefined;
  /**
   * Only what the provider says itself makes an address verified, never our own settings.
   * Source: docs/security.md#FD-4.
   */
  readonly emailVerified: boolean;
  /** What is kept about them. */
  readonly data: JsonObject;
}

/** Tokens of the provider, handed to the client once. Source: docs/wire.md#2. */
export interface ProviderTokens {
  readonly accessToken: string;
  readonly refreshToken: string | undefined;
}

/** The provider does not say whom it speaks about. */
export interface NoSubjectError {
  readonly kind: 'provider_subject_missing';
}

/**
 * Standard claims that describe a person; anything else a provider sends stays out. Source: OpenID Connect Core 5.1.
 */
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

/** Reads the claims of an ID token or a user info answer. Source: docs/security.md#FD-3, docs/wire.md#8. */
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
 * The metadata of a user with what a provider says merged in; what does not fit is dropped, and the mark of a
 * confirmed address stays ours. Source: docs/security.md#SE-9.
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

/** What becomes of somebody who comes from a provider. Source: docs/wire.md#8, docs/security.md#FD-4. */
export type AccountDecision =
  /** The identity is known: it is that user. */
  | { readonly kind: 'known'; readonly user: User }
  /** A verified address equals that of a user; `isTakeover`: nobody had proved the address before. */
  | { readonly kind: 'link'; readonly user: User; readonly isTakeover: boolean }
  /** A new user, without the address where it is somebody's and the provider does not vouch for it. */
  | { readonly kind: 'create'; readonly email: string | undefined }
  /** The provider names no address at all. */
  | { readonly kind: 'refuse' };

/** Decides the account. `sameEmail` is the user in the default pool who has the address. */
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
  if (person.email === undefined) return { kind: 'refuse' };
  return { kind: 'create', email: sameEmail ? undefined : person.email };
}

const ownParameters: ReadonlySet<string> = new Set([
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
  // Ours, and of no concern to the provider.
  'provider',
  'redirect_to',
  'scopes',
  'invite_token',
  'skip_http_redirect',
]);

/**
 * Query parameters that are passed on to a provider: none of those the flow itself rests on. Source: docs/wire.md#8.
 */
export function passedOn(
  query: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const entries = Object.entries(query).filter(
    ([name, value]) =>
      !ownParameters.has(name.toLowerCase().trim()) && value.length <= longestValue,
  );
  return Object.fromEntries(entries.slice(0, 20));
}

/** The stable id of a SAML provider: a UUID made of its entity id. Source: docs/wire.md#15. */
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
