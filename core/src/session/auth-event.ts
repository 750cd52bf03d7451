/** The events of a page's session. Source: docs/rules.md#4. */
export type AuthEvent =
  | 'initial_session'
  | 'signed_in'
  | 'signed_out'
  | 'token_refreshed'
  | 'user_updated'
  | 'password_recovery'
  | 'mfa_verified';
