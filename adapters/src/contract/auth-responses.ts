import { z } from 'zod';
import { time } from './fields.ts';

/*
 * Responses of the auth service. Only the fields declared here are sent. Source: docs/wire.md#2, docs/wire.md#4,
 * docs/wire.md#6.
 */

const data = z.record(z.string(), z.unknown());

export const IdentityResponse = z
  .object({
    identity_id: z.uuid(),
    /** The provider's subject; for e-mail and phone the id of the user. */
    id: z.string(),
    user_id: z.uuid(),
    identity_data: data,
    provider: z.string(),
    last_sign_in_at: time,
    created_at: time,
    updated_at: time,
    email: z.string().optional(),
  })
  .meta({ id: 'Identity' });

export const FactorResponse = z
  .object({
    id: z.uuid(),
    friendly_name: z.string().optional(),
    factor_type: z.enum(['totp', 'phone']),
    status: z.enum(['unverified', 'verified']),
    phone: z.string().optional(),
    created_at: time,
    updated_at: time,
    last_challenged_at: time.nullable(),
  })
  .meta({ id: 'Factor' });

/** What stands for the recovery codes, and how many of them are left. Source: docs/wire.md#6. */
export const RecoveryCodesStatus = z.object({
  id: z.uuid(),
  type: z.literal('recovery_code'),
  total: z.number(),
  remaining: z.number(),
});

/** New recovery codes, in this response only. */
export const MadeRecoveryCodes = z.object({
  id: z.uuid(),
  type: z.literal('recovery_code'),
  friendly_name: z.string(),
  total: z.number(),
  codes: z.array(z.string()),
});

const happened = time.optional();

export const UserResponse = z
  .object({
    id: z.uuid(),
    aud: z.literal('authenticated'),
    role: z.literal('authenticated'),
    email: z.string(),
    phone: z.string(),
    email_confirmed_at: happened,
    phone_confirmed_at: happened,
    confirmed_at: happened,
    confirmation_sent_at: happened,
    recovery_sent_at: happened,
    email_change_sent_at: happened,
    phone_change_sent_at: happened,
    reauthentication_sent_at: happened,
    invited_at: happened,
    last_sign_in_at: happened,
    banned_until: happened,
    new_email: z.string().optional(),
    new_phone: z.string().optional(),
    app_metadata: data,
    user_metadata: data,
    identities: z.array(IdentityResponse),
    factors: z.array(FactorResponse).optional(),
    created_at: time,
    updated_at: time,
    is_anonymous: z.boolean(),
  })
  .meta({ id: 'User' });

const life = {
  token_type: z.literal('bearer'),
  /** Seconds. */
  expires_in: z.int(),
  /** Unix seconds. */
  expires_at: z.int(),
  user: UserResponse,
  /** Present when the password is correct but would be rejected as a new one. */
  weak_password: z.object({ message: z.string(), reasons: z.array(z.string()) }).optional(),
};

/** A session for an API client; `provider_token` only directly after a sign-in at a provider. */
const SessionResponse = z
  .object({
    access_token: z.string(),
    refresh_token: z.string(),
    ...life,
    provider_token: z.string().optional(),
    provider_refresh_token: z.string().optional(),
  })
  .meta({ id: 'Session' });

/** A session for a page of this site, whose tokens travel in cookies. Source: docs/contract.md#4. */
const CookieSessionResponse = z
  .object({ ...life, aal: z.enum(['aal1', 'aal2']) })
  .meta({ id: 'CookieSession' });

export const GrantedSessionResponse = z.union([SessionResponse, CookieSessionResponse]);

/** A session, or the user if they have to confirm first. */
export const SignUpResponse = z.union([SessionResponse, CookieSessionResponse, UserResponse]);

/** Success without data. */
export const EmptyResponse = z.object({});

/** A session, or a message after the first of the two confirmations of an e-mail change. */
export const VerifyResponse = z.union([
  SessionResponse,
  CookieSessionResponse,
  z.object({ msg: z.string(), code: z.literal('200') }),
]);

/** The URL that the browser has to open. */
export const UrlResponse = z.object({ url: z.url() });

export const EnrollResponse = z.object({
  id: z.uuid(),
  type: z.enum(['totp', 'phone']),
  friendly_name: z.string(),
  phone: z.string().optional(),
  totp: z.object({ qr_code: z.string(), secret: z.string(), uri: z.string() }).optional(),
});

export const ChallengeResponse = z.object({
  id: z.uuid(),
  type: z.enum(['totp', 'phone']),
  /** Unix seconds. */
  expires_at: z.int(),
});

export const RemoveFactorResponse = z.object({ id: z.string() });

/** What a browser is asked with; `options` is the JSON form of WebAuthn. */
export const PasskeyOptionsResponse = z.object({
  challenge_id: z.uuid(),
  options: data,
  /** Unix seconds. */
  expires_at: z.int(),
});

/** A new passkey. */
export const AddedPasskeyResponse = z.object({
  id: z.uuid(),
  friendly_name: z.string(),
  created_at: time,
});

export const PasskeyResponse = z
  .object({
    id: z.uuid(),
    friendly_name: z.string(),
    created_at: time,
    last_used_at: time.optional(),
    /** Whether a copy is kept elsewhere, as by a password manager. */
    backed_up: z.boolean(),
  })
  .meta({ id: 'Passkey' });

export const PasskeysResponse = z.array(PasskeyResponse);

export const KeysResponse = z.object({ keys: z.array(data) });

export const SettingsResponse = z.object({
  external: z.record(z.string(), z.boolean()),
  disable_signup: z.boolean(),
  mailer_autoconfirm: z.boolean(),
  phone_autoconfirm: z.boolean(),
  sms_provider: z.string(),
  saml_enabled: z.boolean(),
  passkeys_enabled: z.boolean(),
});

export const HealthResponse = z.object({
  version: z.string(),
  name: z.string(),
  description: z.string(),
});

export type IdentityResponse = z.infer<typeof IdentityResponse>;
export type FactorResponse = z.infer<typeof FactorResponse>;
export type PasskeyResponse = z.infer<typeof PasskeyResponse>;
export type UserResponse = z.infer<typeof UserResponse>;
