import { problemStatus } from '@coachsite/adapters/contract';
import type { Problem, ProblemKind } from '@coachsite/core/problems';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { merged, type Refusals } from '../http/documented-errors.ts';

/** The first version whose errors have the new form. Source: docs/wire.md#1. */
const newForm = '2024-01-01';

/** Whether a request asks for the new form: any later date does, anything else does not. */
function wantsNewForm(request: FastifyRequest): boolean {
  const version = request.headers['x-supabase-api-version'];
  if (typeof version !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(version)) return false;
  return !Number.isNaN(Date.parse(version)) && version >= newForm;
}

/** An error as the auth service tells it. */
export interface AuthError {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  /** What stands beside code and message. */
  readonly facts?: object;
  readonly retryAfterSeconds?: number;
}

/** Answers an error in the generation the request asks for. Source: docs/wire.md#1. */
export function sendAuthError(
  request: FastifyRequest,
  reply: FastifyReply,
  error: AuthError,
): FastifyReply {
  const { status, code, message, facts = {}, retryAfterSeconds } = error;
  const trace = status >= 500 ? { error_id: request.id } : {};
  const isNew = wantsNewForm(request);
  if (isNew) reply.header('x-supabase-api-version', newForm);
  if (retryAfterSeconds !== undefined) reply.header('retry-after', String(retryAfterSeconds));
  return reply
    .code(status)
    .header('x-sb-error-code', code)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(
      JSON.stringify(
        isNew
          ? { code, message, ...facts, ...trace }
          : { code: status, error_code: code, msg: message, ...facts, ...trace },
      ),
    );
}

/** Words of the service where its own differ from the kind. Source: docs/wire.md#4, docs/wire.md#5, docs/wire.md#11. */
const wire: Partial<Record<ProblemKind, Partial<Omit<AuthError, 'facts'>>>> = {
  no_authorization: { message: 'This endpoint requires a valid Bearer token' },
  bad_jwt: {
    status: 403,
    message: 'invalid JWT: unable to parse or verify signature, or the token has expired',
  },
  session_not_found: {
    status: 403,
    message: 'Session from session_id claim in JWT does not exist',
  },
  user_not_found: { status: 403, message: 'User from sub claim in JWT does not exist' },
  user_banned: { message: 'User is banned' },
  cross_site_request: { message: 'Cookies are accepted from this site only' },
  account_locked: {
    code: 'over_request_rate_limit',
    message: 'Account temporarily locked due to multiple failed attempts. Please try again later.',
  },
  over_request_rate_limit: { message: 'Too many requests. Please wait before trying again.' },
  invalid_email: {
    status: 400,
    code: 'validation_failed',
    message: 'Unable to validate email address: invalid format',
  },
  invalid_phone: {
    status: 400,
    code: 'validation_failed',
    message: 'Invalid phone number format (E.164 required)',
  },
  metadata_too_large: {
    status: 400,
    code: 'validation_failed',
    message: 'User metadata is larger than 2 KiB',
  },
  invalid_code_challenge: {
    status: 400,
    code: 'validation_failed',
    message:
      'PKCE flow requires code_challenge and code_challenge_method, the method S256 and a challenge of 43 to 128 characters',
  },
  no_address: {
    status: 400,
    code: 'validation_failed',
    message: 'Reauthentication requires the user to have an email or a phone number',
  },
  overloaded: { message: 'The service is busy. Please try again in a moment.' },
  user_already_exists: { message: 'User already registered' },
  email_exists: { message: 'A user with this email address has already been registered' },
  phone_exists: { message: 'A user with this phone number has already been registered' },
  invalid_credentials: { message: 'Invalid login credentials' },
  email_not_confirmed: { message: 'Email not confirmed' },
  phone_not_confirmed: { message: 'Phone not confirmed' },
  malformed_refresh_token: {
    code: 'validation_failed',
    message: 'Refresh token is not valid',
  },
  refresh_token_not_found: { message: 'Invalid Refresh Token: Refresh Token Not Found' },
  refresh_token_already_used: { message: 'Invalid Refresh Token: Already Used' },
  session_expired: { message: 'Invalid Refresh Token: Session Expired' },
  flow_state_not_found: { message: 'invalid flow state, no valid flow state found' },
  flow_state_expired: { message: 'invalid flow state, flow state has expired' },
  bad_code_verifier: { message: 'code challenge does not match previously saved code verifier' },
  same_password: { message: 'New password should be different from the old password.' },
  reauthentication_needed: { message: 'Password update requires reauthentication' },
  reauthentication_not_valid: { message: 'Nonce has expired or is invalid' },
  unsupported_provider: {
    code: 'validation_failed',
    message: 'Unsupported provider: Provider could not be found',
  },
  provider_unavailable: {
    code: 'unexpected_failure',
    message: 'The provider cannot be reached. Please try again in a moment.',
  },
  provider_refused: {
    code: 'bad_oauth_callback',
    message: 'Unable to exchange external code',
  },
  provider_subject_missing: {
    code: 'bad_oauth_callback',
    message: 'The provider sent no subject',
  },
  bad_oauth_callback: { message: 'OAuth callback with missing state' },
  bad_oauth_state: { message: 'OAuth state is missing, expired or not of this browser' },
  flow_state_already_used: { message: 'Flow state was already used' },
  saml_provider_disabled: { message: 'SAML 2.0 is disabled' },
  sso_provider_not_found: { message: 'No SSO provider assigned for this domain' },
  saml_idp_not_found: { message: 'SAML Assertion is from an unknown identity provider' },
  saml_assertion_invalid: {
    code: 'validation_failed',
    message: 'SAML Assertion is not valid',
  },
  saml_assertion_encrypted: {
    code: 'validation_failed',
    message: 'Encrypted SAML Assertions are not supported: have the identity provider sign only',
  },
  saml_assertion_no_user_id: { message: 'SAML Assertion did not contain a persistent user ID' },
  saml_assertion_no_email: { message: 'SAML Assertion does not contain an email address' },
  saml_relay_state_not_found: {
    message: 'SAML RelayState does not exist, try logging in again',
  },
  saml_relay_state_expired: { message: 'SAML RelayState has expired. Try logging in again' },
  identity_not_found: { message: "Identity doesn't exist" },
  identity_already_exists: { message: 'Identity is already linked to another user' },
  single_identity_not_deletable: {
    message: 'User must have at least 1 identity after unlinking',
  },
  email_conflict_identity_not_deletable: {
    message: 'Unable to unlink identity due to email conflict',
  },
  signup_disabled: { message: 'Signups not allowed for this instance' },
  captcha_failed: { message: 'captcha protection: request disallowed' },
  insufficient_aal: {
    status: 401,
    message: 'AAL2 session is required to update email, phone or password when MFA is enabled.',
  },
  sms_send_failed: { message: 'Error sending text message' },
  mfa_factor_not_found: { message: 'Factor not found' },
  mfa_factor_name_conflict: {
    message: 'A factor with this friendly name for this user already exists',
  },
  mfa_verified_factor_exists: {
    message: 'A verified phone factor already exists, unenroll the existing factor to continue',
  },
  too_many_enrolled_mfa_factors: {
    message: 'Maximum number of factors reached, unenroll to continue',
  },
  mfa_challenge_not_found: {
    code: 'mfa_factor_not_found',
    message: 'MFA factor with the provided challenge ID not found',
  },
  // The code is the wire's; codes are never bound to an address here, only to one use. Source: docs/wire.md#6.
  mfa_challenge_used: {
    code: 'mfa_ip_address_mismatch',
    message: 'This challenge has been used already, ask for a new one',
  },
  mfa_challenge_expired: { message: 'MFA challenge has expired, verify against another challenge' },
  user_sso_managed: { message: 'Accounts managed by an SSO provider cannot be changed here' },
};

const weaknesses = {
  length: 'Password should be at least 8 characters.',
  characters:
    'Password should contain several of: lower case letters, upper case letters, digits, special characters.',
  pwned: 'Password is known to be weak and easy to guess, please choose a different one.',
} as const;

/** What is wrong with a password, in the words of the service. */
export function weakPasswordText(reasons: readonly (keyof typeof weaknesses)[]): string {
  return reasons.map((reason) => weaknesses[reason]).join(' ');
}

/** How the auth service tells a refusal. */
export function toAuthError(problem: Problem): AuthError {
  const { kind } = problem;
  const plain = { status: problemStatus[kind], code: kind, message: kind.replaceAll('_', ' ') };
  const retry =
    'retryAfterSeconds' in problem ? { retryAfterSeconds: problem.retryAfterSeconds } : {};
  const told: AuthError = { ...plain, ...wire[kind], ...retry };
  if (problem.kind === 'weak_password') {
    const { reasons } = problem;
    return { ...told, message: weakPasswordText(reasons), facts: { weak_password: { reasons } } };
  }
  if (problem.kind === 'provider_email_needs_verification') {
    const { provider, isMailed } = problem;
    const next = isMailed
      ? `A confirmation email has been sent to your ${provider} email`
      : `Verify the email with ${provider} in order to sign in`;
    return { ...told, message: `Unverified email with ${provider}. ${next}` };
  }
  if (problem.kind === 'otp_expired') {
    const message =
      problem.of === 'code'
        ? 'Token has expired or is invalid'
        : 'Email link is invalid or has expired';
    return { ...told, message };
  }
  if (problem.kind === 'mfa_verification_failed') {
    const { factorType } = problem;
    const message = `Invalid ${factorType === 'totp' ? 'TOTP' : 'MFA Phone'} code entered`;
    return { ...told, message };
  }
  if (
    problem.kind === 'over_email_send_rate_limit' ||
    problem.kind === 'over_sms_send_rate_limit'
  ) {
    const message = `For security purposes, you can only request this after ${problem.retryAfterSeconds} seconds.`;
    return { ...told, message };
  }
  // Both refusals share the service's code; this lets the page choose its words.
  if (problem.kind === 'account_locked') return { ...told, facts: { reason: 'account_locked' } };
  return told;
}

/** Where the status of a refusal differs on one call. */
export type OwnStatuses = Partial<Record<ProblemKind, number>>;

/** The refusals of a call of the auth service, from the tables that `sendAuthProblem` answers with. */
export function authRefusals(kinds: readonly ProblemKind[], statuses: OwnStatuses = {}): Refusals {
  return merged(
    ...kinds.map((kind) => {
      const { status = problemStatus[kind], code = kind } = wire[kind] ?? {};
      return { [statuses[kind] ?? status]: [code] };
    }),
  );
}

/** Answers a refusal of the auth service; `statuses` says where this call's differ. */
export function sendAuthProblem(
  request: FastifyRequest,
  reply: FastifyReply,
  problem: Problem,
  statuses: OwnStatuses = {},
): FastifyReply {
  const told = toAuthError(problem);
  return sendAuthError(request, reply, { ...told, status: statuses[problem.kind] ?? told.status });
}

/** A request that is not what the call takes. */
export function sendInvalid(
  request: FastifyRequest,
  reply: FastifyReply,
  message: string,
  code = 'validation_failed',
  status = 400,
): FastifyReply {
  return sendAuthError(request, reply, { status, code, message });
}
