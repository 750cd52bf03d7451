import type { Json } from '@coachsite/core/kernel';
import { z } from 'zod';

/** Text that every store keeps unchanged: no NUL and no lone surrogate. Source: docs/security.md#IN-1. */
const text = z
  .string()
  .refine((value) => !value.includes('\0') && !/\p{Surrogate}/u.test(value), 'must be plain text');

const identifier = text.max(1024);
/** Far above the longest valid password, so that one that is too long gets its own error. */
const password = text.max(4096);
/** Codes, tokens and token hashes. */
const secret = text.max(512);

/** Any JSON value. It has an id so that its OpenAPI schema can refer to itself. */
export const AnyJson: z.ZodType<Json, Json> = z
  .lazy(() =>
    z.union([
      z.string(),
      z.number(),
      z.boolean(),
      z.null(),
      z.array(AnyJson),
      z.record(z.string(), AnyJson),
    ]),
  )
  .meta({ id: 'Json' });
const data = z.record(z.string(), AnyJson);

const challengePair = {
  code_challenge: text.max(256).nullish(),
  code_challenge_method: text.max(16).nullish(),
};

/** Clients send it even when there is no captcha. */
const metaSecurity = {
  gotrue_meta_security: z.object({ captcha_token: text.max(8192).nullish() }).nullish(),
};

/** Bodies of the auth service; unknown fields are ignored, `null` counts as absent. Source: docs/wire.md#4. */
export const SignUpBody = z.object({
  email: identifier.nullish(),
  phone: identifier.nullish(),
  password: password.nullish(),
  data: data.nullish(),
  channel: text.max(16).nullish(),
  ...challengePair,
  ...metaSecurity,
});

/** One body for all grants; which fields count depends on `grant_type`. Source: docs/wire.md#4.2. */
export const TokenBody = z
  .object({
    email: identifier.nullish(),
    phone: identifier.nullish(),
    password: password.nullish(),
    refresh_token: secret.nullish(),
    auth_code: secret.nullish(),
    code_verifier: secret.nullish(),
    provider: text.max(64).nullish(),
    issuer: text.max(1024).nullish(),
    client_id: text.max(512).nullish(),
    id_token: text.max(32_768).nullish(),
    access_token: text.max(32_768).nullish(),
    nonce: text.max(1024).nullish(),
    link_identity: z.boolean().nullish(),
    ...metaSecurity,
  })
  .optional();

export const OtpBody = z.object({
  email: identifier.nullish(),
  phone: identifier.nullish(),
  create_user: z.boolean().nullish(),
  data: data.nullish(),
  channel: text.max(16).nullish(),
  ...challengePair,
  ...metaSecurity,
});

export const VerifyBody = z.object({
  type: text.max(32),
  email: identifier.nullish(),
  phone: identifier.nullish(),
  token: secret.nullish(),
  token_hash: secret.nullish(),
  redirect_to: text.max(4096).nullish(),
});

export const VerifyQuery = z.object({
  token: secret.optional(),
  token_hash: secret.optional(),
  type: text.max(32).optional(),
  redirect_to: text.max(4096).optional(),
});

export const ResendBody = z.object({
  type: text.max(32),
  email: identifier.nullish(),
  phone: identifier.nullish(),
  ...challengePair,
  ...metaSecurity,
});

export const RecoverBody = z.object({
  email: identifier.nullish(),
  ...challengePair,
  ...metaSecurity,
});

export const UserBody = z.object({
  email: identifier.nullish(),
  phone: identifier.nullish(),
  password: password.nullish(),
  channel: text.max(16).nullish(),
  current_password: password.nullish(),
  nonce: secret.nullish(),
  data: data.nullish(),
  app_metadata: AnyJson.nullish(),
  ...challengePair,
});

/** Enrolment of a factor; the route checks the fields that each type needs. Source: docs/wire.md#6. */
export const EnrollBody = z.object({
  factor_type: text.max(32),
  friendly_name: text.max(100).nullish(),
  issuer: text.max(100).nullish(),
  phone: identifier.nullish(),
});

/** Further parameters of clients are ignored. */
export const ChallengeBody = z.object({ channel: text.max(16).nullish() }).nullish();

export const FactorVerifyBody = z.object({
  challenge_id: text.max(64).nullish(),
  code: text.max(16).nullish(),
});

/** The JSON form of a credential of WebAuthn; what is in it is checked by who verifies it. */
const credential = data.nullish();

export const PasskeyOptionsBody = z.object({ ...metaSecurity }).nullish();

export const PasskeyVerifyBody = z.object({ challenge_id: text.max(64).nullish(), credential });

/** The bounds of a name are those of the rule. */
export const PasskeyBody = z.object({ friendly_name: text.max(1024).nullish() });

/** A name for the recovery codes; the body may be absent. */
export const RecoveryCodesBody = z.object({ friendly_name: text.max(100).nullish() }).nullish();
export const RecoveryCodeVerifyBody = z.object({ code: text.max(100).nullish() });

/** Takes the first value of a repeated parameter. */
const firstValues = (query: unknown) =>
  Object.fromEntries(
    Object.entries(query as object).map(([name, value]) => [name, [value].flat()[0]]),
  );

/**
 * Query that starts a sign-in at a provider. Further parameters are passed on to the provider. Source: docs/wire.md#8.
 */
export const AuthorizeQuery = z.preprocess(
  firstValues,
  z
    .object({
      provider: text.max(64).optional(),
      redirect_to: text.max(4096).optional(),
      scopes: text.max(1024).optional(),
      code_challenge: text.max(256).optional(),
      code_challenge_method: text.max(16).optional(),
      skip_http_redirect: text.max(8).optional(),
    })
    .catchall(z.string()),
);

export const CallbackQuery = z.object({
  state: text.max(512).optional().catch(undefined),
  error: text.max(512).optional().catch(undefined),
  error_description: text.max(2048).optional().catch(undefined),
});

const posted = text.max(4096).optional();

/** What a provider may post instead of a query; all other fields are dropped. */
export const PostedCallback = z.object({
  code: posted,
  state: posted,
  error: posted,
  error_description: posted,
  iss: posted,
  session_state: posted,
});

export const SsoBody = z.object({
  domain: text.max(253).nullish(),
  provider_id: text.max(64).nullish(),
  redirect_to: text.max(4096).nullish(),
  skip_http_redirect: z.boolean().nullish(),
  ...challengePair,
  ...metaSecurity,
});

/** A posted SAML response; its content is checked where it is parsed. */
export const AcsBody = z
  .object({ SAMLResponse: z.string().optional(), RelayState: z.string().max(4096).optional() })
  .optional();

export const RedirectQuery = z.object({ redirect_to: text.max(4096).optional() });
