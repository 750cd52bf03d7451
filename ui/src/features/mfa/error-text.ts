import type { ApiError } from '@coachsite/adapters/browser';
import type { CoreErrorKind } from '@coachsite/core/errors';
import { useTranslation } from 'react-i18next';
import { toFormError, useErrorTexts } from '../../forms/index.ts';

const own = [
  'mfa_verification_failed',
  'mfa_challenge_expired',
  'mfa_factor_not_found',
  'mfa_factor_name_conflict',
  'mfa_verified_factor_exists',
  'too_many_enrolled_mfa_factors',
  'over_sms_send_rate_limit',
  'sms_send_failed',
  'insufficient_aal',
  'invalid_phone',
  'last_admin',
  'invalid_credentials',
  'reauthentication_not_valid',
] as const satisfies readonly CoreErrorKind[];

/** The text of an error of a second factor or of the account. */
export function useErrorText(): (error: ApiError) => string {
  const { t } = useTranslation(['problems', 'mfa']);
  const { full } = useErrorTexts();
  return (error) => {
    // The auth service's error for a code that was already used.
    if ((error.kind as string) === 'mfa_ip_address_mismatch')
      return t('problems:mfa_challenge_used');
    const kind = own.find((known) => known === error.kind);
    if (kind === undefined) return full(toFormError(error));
    if (kind === 'invalid_credentials') return t('mfa:password.wrong');
    const seconds = 'retryAfterSeconds' in error ? error.retryAfterSeconds : undefined;
    return t(`problems:${kind}`, { retryAfterSeconds: seconds ?? 60 });
  };
}
