import type { ApiError } from '@coachsite/adapters/browser';
import type {
  ChallengeFactorError,
  EnrollError,
  RecoveryCodeError,
  RemoveFactorError,
  VerifyFactorError,
} from '@coachsite/core/mfa';
import type { CloseAccountError, ReauthenticateError } from '@coachsite/core/profile';
import { useTranslation } from 'react-i18next';
import { shownKind, toFormError, useErrorTexts } from '../../forms/index.ts';

type AccountKind = (
  | EnrollError
  | ChallengeFactorError
  | VerifyFactorError
  | RemoveFactorError
  | RecoveryCodeError
  | CloseAccountError
  | ReauthenticateError
)['kind'];

/** The errors of second factors and of closing an account; `false`: the forms about an account have the text. */
const isShown = {
  mfa_verification_failed: true,
  mfa_challenge_expired: true,
  mfa_factor_not_found: true,
  mfa_factor_name_conflict: true,
  mfa_verified_factor_exists: true,
  too_many_enrolled_mfa_factors: true,
  over_sms_send_rate_limit: true,
  sms_send_failed: true,
  insufficient_aal: true,
  recovery_code_invalid: true,
  invalid_phone: true,
  last_admin: true,
  invalid_credentials: true,
  reauthentication_not_valid: true,
  account_locked: false,
  email_not_confirmed: false,
  mfa_challenge_not_found: false,
  mfa_challenge_used: false,
  no_address: false,
  over_email_send_rate_limit: false,
  over_request_rate_limit: false,
  overloaded: false,
  phone_not_confirmed: false,
  reauthentication_needed: false,
  session_not_found: false,
} satisfies Readonly<Record<AccountKind, boolean>>;

/** The text of an error of a second factor or of the account. */
export function useErrorText(): (error: ApiError) => string {
  const { t } = useTranslation(['problems', 'mfa']);
  const { full } = useErrorTexts();
  return (error) => {
    // The auth service's error for a code that was already used.
    if ((error.kind as string) === 'mfa_ip_address_mismatch')
      return t('problems:mfa_challenge_used');
    const kind = shownKind(isShown, error.kind);
    if (kind === undefined) return full(toFormError(error));
    if (kind === 'invalid_credentials') return t('mfa:password.wrong');
    const seconds = 'retryAfterSeconds' in error ? error.retryAfterSeconds : undefined;
    return t(`problems:${kind}`, { retryAfterSeconds: seconds ?? 60 });
  };
}
