import type { SiteError, SiteErrorKind } from '@coachsite/core/facts';
import {
  type AuthForm,
  accessDenied,
  auth,
  type DataForm,
  invalidJwt,
  invalidToken,
  type Of,
  type StorageForm,
  site,
  transport,
  waitText,
  weakPasswordText,
  wrongType,
} from './error-forms.ts';

/** Errors that no use case returns: a request fails before its route runs, or while its body is read. */
export type TransportKind =
  | 'bad_request'
  | 'invalid_body'
  | 'invalid_parameters'
  | 'forbidden'
  | 'not_found'
  | 'method_not_allowed'
  | 'request_timeout'
  | 'body_too_large'
  | 'uri_too_long'
  | 'unsupported_media_type'
  | 'headers_too_large'
  | 'unavailable'
  | 'unexpected_failure'
  | 'malformed_upload'
  | 'too_many_files'
  | 'storage_full'
  | 'bucket_not_found'
  | 'object_name_invalid'
  | 'storage_call_unsupported';

/** What the settings have switched off. Source: docs/wire.md#4. */
export type DisabledKind =
  | 'email_provider_disabled'
  | 'phone_provider_disabled'
  | 'anonymous_provider_disabled'
  | 'web3_provider_disabled'
  | 'manual_linking_disabled'
  | 'mfa_totp_enroll_not_enabled'
  | 'mfa_phone_enroll_not_enabled';

/** Every kind of error that a client can receive. */
export type ErrorKind = SiteErrorKind | TransportKind | DisabledKind;

/** The form of one kind of error in each service; `null`: the service never sends it. */
interface Row {
  /** Status in the site's own calls and pages, and in every service that names no other. */
  readonly status: number;
  /** English text of a transport error; the texts of all others are in `ui/content/<language>/problems.json`. */
  readonly message?: string;
  /** The code of the site's own calls, where it is not the kind. */
  readonly code?: string;
  readonly auth: AuthForm | null;
  readonly storage: StorageForm | null;
  readonly data: DataForm | ((error: never) => DataForm) | null;
}

/** What GoTrue calls the codes. */
const invalidCodes = { totp: 'TOTP', phone: 'MFA Phone', recovery_code: 'recovery' } as const;

/**
 * The one table of errors: status and form of each kind for every service. A kind without a row does not compile.
 * Source: docs/contract.md#3, docs/wire.md#1, docs/wire.md#12, docs/wire.md#13.
 */
export const errorTable = {
  no_authorization: {
    status: 401,
    auth: { message: 'This endpoint requires a valid Bearer token' },
    storage: accessDenied,
    data: invalidJwt,
  },
  not_admin: { status: 403, auth: null, storage: accessDenied, data: null },
  insufficient_aal: {
    status: 403,
    auth: {
      message: 'AAL2 session is required for this when MFA is enabled.',
      status: 401,
      statusOn: { factors: 403, recovery_codes: 403, passkeys: 403, remove_factor: 422 },
    },
    storage: accessDenied,
    data: null,
  },
  account_locked: auth(
    429,
    'Account temporarily locked due to multiple failed attempts. Please try again later.',
    { code: 'over_request_rate_limit', extra: () => ({ reason: 'account_locked' }) },
  ),
  over_request_rate_limit: auth(429, 'Too many requests. Please wait before trying again.'),
  invalid_email: auth(422, 'Unable to validate email address: invalid format', {
    status: 400,
    code: 'validation_failed',
  }),
  invalid_phone: auth(422, 'Invalid phone number format (E.164 required)', {
    status: 400,
    code: 'validation_failed',
  }),
  weak_password: auth(
    422,
    ({ reasons, feedback }: Of<'weak_password'>) => weakPasswordText(reasons, feedback),
    {
      extra: ({ reasons }: Of<'weak_password'>) => ({ weak_password: { reasons } }),
    },
  ),
  not_a_pdf: { status: 415, auth: null, storage: wrongType, data: null },
  pdf_locked: { status: 415, auth: null, storage: wrongType, data: null },
  file_too_large: {
    status: 413,
    auth: null,
    storage: {
      code: 'EntityTooLarge',
      error: 'Payload too large',
      message: 'The object exceeded the maximum allowed size',
    },
    data: null,
  },
  ebook_not_found: {
    status: 404,
    auth: null,
    storage: { code: 'NoSuchKey', error: 'not_found', message: 'Object not found' },
    data: null,
  },
  ebook_exists: {
    status: 409,
    auth: null,
    storage: {
      code: 'KeyAlreadyExists',
      error: 'Duplicate',
      message: 'The resource already exists',
    },
    data: null,
  },
  ebook_version_not_found: site(404),
  facts_invalid: { ...site(422), code: 'validation_failed' },
  facts_conflict: site(409),
  facts_version_not_found: site(404),
  redirects_conflict: site(409),
  article_conflict: site(409),
  article_version_not_found: site(404),
  guide_conflict: site(409),
  guide_version_not_found: site(404),
  guide_without_text: site(422),
  not_an_image: site(415),
  image_too_small: site(422),
  image_too_large: site(422),
  recovery_code_invalid: site(422),
  setup_closed: site(404),
  setup_token_wrong: site(403),
  validation_failed: site(422),
  message_not_found: site(404),
  consent_not_found: site(404),
  mail_not_found: site(404),
  mail_content_gone: site(409),
  notify_link_invalid: site(410),
  notify_link_used: site(409),
  launch_not_found: site(404),
  no_email: site(409),
  cross_site_request: {
    status: 403,
    auth: { message: 'Cookies are accepted from this site only' },
    storage: accessDenied,
    data: {
      status: 403,
      code: '42501',
      message: 'cookies are accepted from this site only',
    },
  },
  bad_jwt: {
    status: 401,
    auth: {
      message: 'invalid JWT: unable to parse or verify signature, or the token has expired',
      status: 403,
    },
    storage: invalidToken,
    data: ({ reason }: Of<'bad_jwt'>) =>
      reason === 'expired' ? { status: 401, code: 'PGRST303', message: 'JWT expired' } : invalidJwt,
  },
  session_not_found: {
    status: 401,
    auth: {
      message: 'Session from session_id claim in JWT does not exist',
      status: 403,
      statusOn: { token: 400 },
    },
    storage: invalidToken,
    data: { status: 401, code: 'PGRST303', message: 'JWT session has ended' },
  },
  user_not_found: {
    status: 401,
    auth: { message: 'User from sub claim in JWT does not exist', status: 403 },
    storage: invalidToken,
    data: invalidJwt,
  },
  user_banned: {
    status: 403,
    auth: { message: 'User is banned', statusOn: { token: 400, id_token: 400 } },
    storage: accessDenied,
    data: invalidJwt,
  },
  overloaded: auth(503, 'The service is busy. Please try again in a moment.'),
  metadata_too_large: auth(400, 'User metadata is larger than 2 KiB', {
    status: 400,
    code: 'validation_failed',
  }),
  user_already_exists: auth(422, 'User already registered'),
  email_exists: auth(422, 'A user with this email address has already been registered'),
  phone_exists: auth(422, 'A user with this phone number has already been registered'),
  identity_already_exists: auth(422, 'Identity is already linked to another user'),
  invalid_credentials: auth(400, 'Invalid login credentials'),
  email_not_confirmed: auth(400, 'Email not confirmed', {
    statusOn: { reauthenticate: 422, passkeys: 403 },
  }),
  phone_not_confirmed: auth(400, 'Phone not confirmed', {
    statusOn: { reauthenticate: 422, passkeys: 403 },
  }),
  over_email_send_rate_limit: auth(429, waitText),
  otp_expired: auth(403, ({ of }: Of<'otp_expired'>) =>
    of === 'code' ? 'Token has expired or is invalid' : 'Email link is invalid or has expired',
  ),
  malformed_refresh_token: auth(400, 'Refresh token is not valid', { code: 'validation_failed' }),
  refresh_token_not_found: auth(400, 'Invalid Refresh Token: Refresh Token Not Found'),
  refresh_token_already_used: auth(400, 'Invalid Refresh Token: Already Used'),
  session_expired: auth(400, 'Invalid Refresh Token: Session Expired'),
  invalid_code_challenge: auth(
    400,
    'PKCE flow requires code_challenge and code_challenge_method, the method S256 and a challenge of 43 to 128 characters',
    { status: 400, code: 'validation_failed' },
  ),
  flow_state_not_found: auth(404, 'invalid flow state, no valid flow state found'),
  flow_state_expired: auth(422, 'invalid flow state, flow state has expired'),
  bad_code_verifier: auth(400, 'code challenge does not match previously saved code verifier'),
  same_password: auth(422, 'New password should be different from the old password.'),
  current_password_required: auth(400, 'Current password required when setting new password.'),
  current_password_invalid: auth(400, 'Current password required when setting new password.'),
  reauthentication_needed: auth(400, 'Password update requires reauthentication', {
    messageOn: {
      passkeys: 'Adding or removing a passkey requires a sign-in of the last ten minutes',
      identities: 'A new way to sign in requires a sign-in of the last ten minutes',
    },
  }),
  reauthentication_not_valid: auth(422, 'Nonce has expired or is invalid'),
  user_sso_managed: auth(422, 'Accounts managed by an SSO provider cannot be changed here', {
    messageOn: { passkeys: 'SSO users cannot register passkeys' },
  }),
  no_address: auth(400, 'Reauthentication requires the user to have an email or a phone number', {
    status: 400,
    code: 'validation_failed',
  }),
  over_sms_send_rate_limit: auth(429, waitText),
  sms_send_failed: auth(422, 'Error sending text message'),
  mfa_factor_not_found: auth(404, 'Factor not found'),
  mfa_recovery_codes_sole_factor: auth(
    422,
    'At least one other verified factor is required to generate recovery codes',
  ),
  mfa_recovery_codes_locked: auth(429, 'Too many failed verification attempts, try again later'),
  mfa_factor_name_conflict: auth(
    422,
    'A factor with this friendly name for this user already exists',
  ),
  mfa_verified_factor_exists: auth(
    422,
    'A verified phone factor already exists, unenroll the existing factor to continue',
    { messageOn: { recovery_codes: 'Recovery codes exist already, regenerate replaces them' } },
  ),
  too_many_enrolled_mfa_factors: auth(
    422,
    'Maximum number of factors reached, unenroll to continue',
  ),
  mfa_challenge_not_found: auth(422, 'MFA factor with the provided challenge ID not found', {
    code: 'mfa_factor_not_found',
  }),
  // GoTrue sends this code; a challenge is bound to one use here, never to an IP. Source: docs/wire.md#6.
  mfa_challenge_used: auth(422, 'This challenge has been used already, ask for a new one', {
    code: 'mfa_ip_address_mismatch',
  }),
  mfa_challenge_expired: auth(422, 'MFA challenge has expired, verify against another challenge'),
  mfa_verification_failed: auth(
    422,
    ({ factorType }: Of<'mfa_verification_failed'>) =>
      `Invalid ${invalidCodes[factorType]} code entered`,
  ),
  too_many_passkeys: auth(422, 'Maximum number of passkeys reached'),
  passkey_not_found: auth(404, 'Passkey not found', { code: 'validation_failed' }),
  passkey_name_invalid: auth(422, 'friendly_name must be 1 to 120 characters', {
    status: 400,
    code: 'validation_failed',
  }),
  webauthn_challenge_not_found: auth(400, 'Challenge not found or already used'),
  webauthn_challenge_expired: auth(400, 'Challenge has expired'),
  webauthn_verification_failed: auth(400, 'Credential verification failed'),
  webauthn_credential_exists: auth(422, 'This credential is already registered'),
  user_verification_required: auth(
    400,
    'An admin needs a passkey that asks for a PIN, a finger or a face',
    { code: 'webauthn_verification_failed' },
  ),
  last_admin: site(409),
  unsupported_provider: auth(400, 'Unsupported provider: Provider could not be found', {
    code: 'validation_failed',
  }),
  provider_disabled: auth(
    400,
    ({ provider }: Of<'provider_disabled'>) =>
      `Provider (issuer "${provider.slice(0, 200)}") is not enabled`,
  ),
  provider_unavailable: auth(503, 'The provider cannot be reached. Please try again in a moment.', {
    code: 'unexpected_failure',
  }),
  provider_rejected: auth(400, 'Unable to exchange external code', { code: 'bad_oauth_callback' }),
  provider_subject_missing: auth(400, 'The provider sent no subject', {
    code: 'bad_oauth_callback',
  }),
  provider_error: auth(400, 'provider error'),
  provider_email_needs_verification: auth(
    422,
    ({ provider, isMailed }: Of<'provider_email_needs_verification'>) =>
      isMailed
        ? `Unverified email with ${provider}. A confirmation email has been sent to your ${provider} email`
        : `Unverified email with ${provider}. Verify the email with ${provider} in order to sign in`,
  ),
  bad_oauth_callback: auth(400, 'OAuth callback with missing state'),
  bad_oauth_state: auth(400, 'OAuth state is missing, expired or not of this browser'),
  flow_state_already_used: auth(400, 'Flow state was already used'),
  bad_id_token: auth(400, 'bad id token'),
  unacceptable_audience: auth(400, 'unacceptable audience'),
  id_token_nonce_missing: auth(400, 'id token nonce missing'),
  invalid_nonce: auth(400, 'invalid nonce'),
  saml_provider_disabled: auth(404, 'SAML 2.0 is disabled'),
  sso_provider_not_found: auth(404, 'No SSO provider assigned for this domain'),
  saml_idp_not_found: auth(404, 'SAML Assertion is from an unknown identity provider'),
  saml_assertion_invalid: auth(400, 'SAML Assertion is not valid', { code: 'validation_failed' }),
  saml_assertion_encrypted: auth(
    400,
    'Encrypted SAML Assertions are not supported: have the identity provider sign only',
    { code: 'validation_failed' },
  ),
  saml_assertion_no_user_id: auth(400, 'SAML Assertion did not contain a persistent user ID'),
  saml_assertion_no_email: auth(400, 'SAML Assertion does not contain an email address'),
  saml_relay_state_not_found: auth(404, 'SAML RelayState does not exist, try logging in again'),
  saml_relay_state_expired: auth(400, 'SAML RelayState has expired. Try logging in again'),
  identity_not_found: auth(422, "Identity doesn't exist"),
  single_identity_not_deletable: auth(422, 'User must have at least 1 identity after unlinking'),
  email_conflict_identity_not_deletable: auth(
    422,
    'Unable to unlink identity due to email conflict',
  ),
  captcha_failed: auth(400, 'captcha protection: request disallowed'),
  signup_disabled: auth(422, 'Signups not allowed for this instance'),
  email_provider_disabled: auth(422, 'Email logins are disabled', {
    statusOn: { signup: 400 },
    messageOn: { signup: 'Email signups are disabled' },
  }),
  phone_provider_disabled: auth(422, 'Unsupported phone provider', {
    statusOn: { signup: 400, otp: 400 },
    messageOn: { signup: 'Phone signups are disabled', token: 'Phone logins are disabled' },
  }),
  anonymous_provider_disabled: auth(422, 'Anonymous sign-ins are disabled'),
  web3_provider_disabled: auth(422, 'Web3 provider is disabled'),
  manual_linking_disabled: auth(404, 'Manual linking is disabled'),
  mfa_totp_enroll_not_enabled: auth(422, 'MFA enroll is disabled for TOTP'),
  mfa_phone_enroll_not_enabled: auth(422, 'MFA enroll is disabled for Phone'),
  bad_request: transport(400, 'The request is malformed', {
    auth: { code: 'bad_json', message: 'Could not parse request body as JSON' },
  }),
  invalid_body: transport(422, 'The request has invalid fields', { code: 'validation_failed' }),
  invalid_parameters: transport(400, 'The request has invalid fields', {
    code: 'validation_failed',
  }),
  forbidden: transport(403, 'The request was rejected'),
  not_found: transport(404, 'There is nothing at this URL', {
    auth: { message: 'There is nothing at this URL' },
  }),
  method_not_allowed: transport(405, 'This URL does not take that method', {
    auth: { message: 'This URL does not take that method' },
    storage: {
      code: 'MethodNotAllowed',
      error: 'Method Not Allowed',
      message: 'The object does not take that method',
    },
  }),
  request_timeout: transport(408, 'The request took too long'),
  body_too_large: transport(413, 'The body is too large', {
    auth: { code: 'request_entity_too_large', message: 'Request body is too large' },
  }),
  uri_too_long: transport(414, 'The URL is too long'),
  unsupported_media_type: transport(415, 'This content type is not accepted here', {
    auth: { code: 'validation_failed', message: 'Request body must be JSON' },
  }),
  headers_too_large: transport(431, 'The request was rejected'),
  unavailable: transport(503, 'Try again in a moment'),
  unexpected_failure: transport(500, 'An error occurred', {
    auth: { message: 'Unexpected failure, please check server logs for more information' },
  }),
  malformed_upload: transport(400, 'The upload is broken', {
    code: 'validation_failed',
    storage: { code: 'InvalidRequest', error: 'validation_failed' },
  }),
  too_many_files: transport(400, 'Upload one file at a time', {
    storage: { code: 'InvalidRequest', error: 'too_many_files' },
  }),
  storage_full: transport(507, 'There is no space left to store the file', {
    storage: { code: 'InvalidRequest', error: 'storage_full' },
  }),
  bucket_not_found: transport(404, 'Bucket not found', {
    storage: { code: 'NoSuchBucket', error: 'Bucket not found' },
  }),
  storage_call_unsupported: transport(400, 'This storage call is not supported', {
    storage: { code: 'NotSupported', error: 'not_supported' },
  }),
  object_name_invalid: transport(400, 'The name of the object is not allowed', {
    storage: { code: 'InvalidKey', error: 'InvalidKey' },
  }),
} as const satisfies Readonly<Record<ErrorKind, Row>>;

type KindsWith<Service extends 'auth' | 'storage' | 'data'> = {
  [K in ErrorKind]: (typeof errorTable)[K][Service] extends null ? never : K;
}[ErrorKind];

/** Errors that the auth service can send: any other does not compile there. */
export type AuthServiceError = Extract<SiteError, { readonly kind: KindsWith<'auth'> }>;
export type StorageErrorKind = KindsWith<'storage'>;
export type DataServiceError = Extract<SiteError, { readonly kind: KindsWith<'data'> }>;

/** The status of an error of the site's own calls and pages. */
export const statusOfKind = (kind: ErrorKind): number => errorTable[kind].status;
