import type { ApiError, CeremonyError } from '@coachsite/adapters/browser';
import { useTranslation } from 'react-i18next';
import { shownKind, toFormError, useErrorTexts } from '../../forms/index.ts';

/** An error of a passkey, from the browser or from the server. */
export type PasskeyError = ApiError | CeremonyError;

/** The codes of the wire that have a text of their own; the forms about an account have those of the others. */
const isShown = {
  too_many_passkeys: true,
  webauthn_challenge_not_found: true,
  webauthn_challenge_expired: true,
  webauthn_verification_failed: true,
  webauthn_credential_exists: true,
  insufficient_aal: true,
} as const;

/** The text of an error of a passkey. */
export function usePasskeyErrorText(): (error: PasskeyError) => string {
  const { t } = useTranslation(['problems', 'auth']);
  const { full } = useErrorTexts();
  return (error) => {
    if (error.kind === 'passkey_cancelled') return t('auth:ways.passkey.cancelled');
    if (error.kind === 'passkey_exists') return t('problems:webauthn_credential_exists');
    if (isGone(error)) return t('problems:passkey_not_found');
    if (error.kind === 'validation_failed') return t('problems:passkey_name_invalid');
    const kind = shownKind(isShown, error.kind);
    return kind === undefined ? full(toFormError(error)) : t(`problems:${kind}`);
  };
}

/** Whether the passkey that was meant no longer exists. Source: docs/wire.md#17. */
export const isGone = (error: PasskeyError): boolean =>
  error.kind === 'validation_failed' && 'status' in error && error.status === 404;
