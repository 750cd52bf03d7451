import type { ApiError } from '@coachsite/adapters/browser';
import type { EmailReason, PasswordFeedback, PasswordReason } from '@coachsite/core/account';
import type { CaptchaError } from '@coachsite/core/captcha';
import type { ReauthenticateError, UpdateUserError } from '@coachsite/core/profile';
import type { RateLimitError } from '@coachsite/core/rate-limit';
import type { CrossSiteError, RoleError } from '@coachsite/core/roles';
import type { IdentifyError } from '@coachsite/core/session';
import type {
  PasswordSignInError,
  SendOtpError,
  SignUpError,
  VerifyError,
} from '@coachsite/core/sign-in';
import { useTranslation } from 'react-i18next';
import { joinErrors } from '../design/index.ts';
import { type ShownKind, shownKind } from './shown-kind.ts';

/** The errors of a form about an account, from a rule in the browser or from the server. */
export type FormError =
  | { readonly kind: 'account_locked'; readonly retryAfterSeconds?: number | undefined }
  | { readonly kind: 'rate_limited'; readonly retryAfterSeconds?: number | undefined }
  | { readonly kind: 'invalid_email'; readonly reasons: readonly EmailReason[] }
  | {
      readonly kind: 'weak_password';
      readonly feedback: readonly PasswordFeedback[];
      readonly reasons: readonly PasswordReason[];
    }
  | { readonly kind: OtherKind; readonly retryAfterSeconds?: number | undefined };

/** An error that the calls of these forms may return, without those that `FormError` lists with their details. */
type ServerKind = Exclude<
  (
    | SignUpError
    | PasswordSignInError
    | SendOtpError
    | VerifyError
    | UpdateUserError
    | ReauthenticateError
    | CaptchaError
    | RateLimitError
    | IdentifyError
    | CrossSiteError
    | RoleError
  )['kind'],
  'account_locked' | 'over_request_rate_limit' | 'invalid_email' | 'weak_password'
>;

/** The errors of the auth service; `true`: a form shows its text in `problems`; `false`: the text of `failed`. */
const isShown = {
  invalid_credentials: true,
  email_not_confirmed: true,
  user_banned: true,
  user_already_exists: true,
  email_exists: true,
  same_password: true,
  over_email_send_rate_limit: true,
  otp_expired: true,
  current_password_required: true,
  current_password_invalid: true,
  reauthentication_needed: true,
  reauthentication_not_valid: true,
  captcha_failed: true,
  signup_disabled: true,
  bad_jwt: false,
  cross_site_request: false,
  identity_already_exists: false,
  insufficient_aal: false,
  invalid_phone: false,
  metadata_too_large: false,
  no_address: false,
  no_authorization: false,
  not_admin: false,
  over_sms_send_rate_limit: false,
  overloaded: false,
  phone_exists: false,
  phone_not_confirmed: false,
  session_not_found: false,
  sms_send_failed: false,
  user_not_found: false,
  user_sso_managed: false,
} satisfies Readonly<Record<ServerKind, boolean>>;

/** Errors of the form itself; each has a text `auth:formError.<kind>`. */
type OwnKind = 'password_missing' | 'session_blocked' | 'failed';

type OtherKind = ShownKind<typeof isShown> | OwnKind;

/** The fields that an error response of the auth service may have. */
interface ErrorBody {
  readonly kind: string;
  readonly reason?: unknown;
  readonly retryAfterSeconds?: number;
  readonly weak_password?: { readonly reasons?: readonly PasswordReason[] };
  /** Of an e-mail address or of a password, depending on `kind`. */
  readonly reasons?: readonly EmailReason[] | readonly PasswordReason[];
  readonly feedback?: readonly PasswordFeedback[];
}

/**
 * Converts an error response of the server. A locked account and too many requests share one code; `reason`
 * distinguishes them. Source: docs/wire.md#4.2.
 */
export function toFormError(error: ApiError): FormError {
  const { kind, reason, retryAfterSeconds, ...rest } = error as ErrorBody;
  if (kind === 'over_request_rate_limit' || kind === 'account_locked') {
    const isLock = kind === 'account_locked' || reason === 'account_locked';
    return { kind: isLock ? 'account_locked' : 'rate_limited', retryAfterSeconds };
  }
  if (kind === 'weak_password') {
    const reasons = (rest.weak_password?.reasons ?? rest.reasons) as
      | readonly PasswordReason[]
      | undefined;
    return { kind, reasons: reasons ?? [], feedback: rest.feedback ?? [] };
  }
  if (kind === 'invalid_email' || kind === 'email_address_invalid') {
    return {
      kind: 'invalid_email',
      reasons: (rest.reasons as readonly EmailReason[] | undefined) ?? ['format'],
    };
  }
  if (kind === 'session_blocked') return { kind };
  return { kind: shownKind(isShown, kind) ?? 'failed', retryAfterSeconds };
}

/**
 * The texts of an error: the full sentence for the toast, the bare reason for the page. Source: docs/rules.md#8,
 * docs/rules.md#reading-toasts.
 */
export function useErrorTexts() {
  const { t } = useTranslation(['auth', 'problems', 'common']);
  const reasonsOf = (error: FormError): string => {
    switch (error.kind) {
      case 'invalid_email':
        return joinErrors(error.reasons.map((reason) => t(`common:emailReason.${reason}`)));
      case 'weak_password': {
        const said = error.feedback.map((key) => t(`problems:passwordFeedback.${key}`));
        if (said.length > 0) return said.join(', ');
        if (error.reasons.includes('pwned')) return t('auth:formError.pwned');
        return t(
          error.reasons.includes('length') ? 'auth:formError.tooLong' : 'auth:formError.weak',
        );
      }
      case 'account_locked':
      case 'rate_limited': {
        const minutes = Math.max(1, Math.ceil((error.retryAfterSeconds ?? 900) / 60));
        return t(`auth:formError.${error.kind}`, { count: minutes });
      }
      case 'password_missing':
      case 'session_blocked':
      case 'failed':
        return t(`auth:formError.${error.kind}`);
      default:
        return t(`problems:${error.kind}`, {
          retryAfterSeconds: error.retryAfterSeconds ?? 60,
        });
    }
  };
  const full = (error: FormError): string => {
    switch (error.kind) {
      case 'invalid_email':
        return t('problems:invalid_email', { reasons: reasonsOf(error) });
      case 'weak_password':
        return t('problems:weak_password', { feedback: reasonsOf(error) });
      case 'account_locked':
        return t('problems:account_locked');
      case 'rate_limited':
        return t('problems:over_request_rate_limit');
      default:
        return reasonsOf(error);
    }
  };
  // On the page the reasons are a sentence of their own; in the toast they follow a colon.
  const bare = (error: FormError): string => {
    const reasons = reasonsOf(error);
    return `${reasons.slice(0, 1).toUpperCase()}${reasons.slice(1)}`;
  };
  return { bare, full };
}

/** The field an error concerns, if any. */
export function fieldOf(error: FormError | undefined): 'email' | 'password' | undefined {
  switch (error?.kind) {
    case 'invalid_email':
    case 'user_already_exists':
    case 'email_exists':
      return 'email';
    case 'weak_password':
    case 'password_missing':
    case 'same_password':
      return 'password';
    default:
      return undefined;
  }
}
