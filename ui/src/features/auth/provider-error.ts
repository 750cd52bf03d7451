import type {
  AuthorizeError,
  CallbackError,
  ExchangeError,
  SsoError,
  SsoLookupError,
} from '@coachsite/core/federation';
import type { UnlinkError } from '@coachsite/core/profile';
import { useTranslation } from 'react-i18next';
import { shownKind } from '../../forms/index.ts';

type ProviderKind = (
  | AuthorizeError
  | CallbackError
  | SsoError
  | SsoLookupError
  | ExchangeError
  | UnlinkError
)['kind'];

/** The errors of a return from a provider, and whether the page has a text for each. */
const isShown = {
  bad_oauth_callback: true,
  bad_oauth_state: true,
  flow_state_already_used: true,
  flow_state_not_found: true,
  flow_state_expired: true,
  bad_code_verifier: true,
  provider_email_needs_verification: true,
  saml_relay_state_not_found: true,
  saml_relay_state_expired: true,
  saml_assertion_encrypted: true,
  saml_assertion_invalid: true,
  saml_assertion_no_user_id: true,
  saml_assertion_no_email: true,
  saml_idp_not_found: true,
  identity_already_exists: true,
  identity_not_found: true,
  single_identity_not_deletable: true,
  email_conflict_identity_not_deletable: true,
  sso_provider_not_found: true,
  saml_provider_disabled: true,
  user_sso_managed: true,
  signup_disabled: true,
  user_banned: true,
  insufficient_aal: true,
  provider_error: false,
  provider_rejected: false,
  provider_subject_missing: false,
  provider_unavailable: false,
  session_not_found: false,
  unsupported_provider: false,
} satisfies Readonly<Record<ProviderKind, boolean>>;

/** The text of an error by its code; the provider's own message is not shown. */
export function useProviderErrorText(): (code: string) => string {
  const { t } = useTranslation(['problems', 'auth']);
  return (code) =>
    code === 'session_blocked'
      ? t('auth:formError.session_blocked')
      : t(shownKind(isShown, code) ?? 'provider_error');
}
