import { useTranslation } from 'react-i18next';

/** What coming back from a provider can be refused with; each has a text `problems:<kind>`. */
const kinds = [
  'bad_oauth_callback',
  'bad_oauth_state',
  'flow_state_already_used',
  'flow_state_not_found',
  'flow_state_expired',
  'bad_code_verifier',
  'provider_email_needs_verification',
  'saml_relay_state_not_found',
  'saml_relay_state_expired',
  'saml_assertion_no_user_id',
  'saml_assertion_no_email',
  'saml_idp_not_found',
  'identity_already_exists',
  'identity_not_found',
  'single_identity_not_deletable',
  'email_conflict_identity_not_deletable',
  'sso_provider_not_found',
  'saml_provider_disabled',
  'user_sso_managed',
  'signup_disabled',
  'user_banned',
] as const;

/** Words for a refusal by its code; what a provider says in its own words is told in ours. */
export function useProviderProblem(): (code: string) => string {
  const { t } = useTranslation('problems');
  return (code) => {
    const known = kinds.find((kind) => kind === code);
    return t(known ?? 'provider_error');
  };
}
