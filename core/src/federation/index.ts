export { type AssertionCheck, type ParsedAssertion, samlSkewMs } from './assertion.ts';
export {
  type AuthorizeError,
  type AuthorizePorts,
  type AuthorizeRequest,
  authorize,
} from './authorize.ts';
export {
  type ExchangedSession,
  type ExchangeError,
  exchangeCode,
  issueCode,
} from './exchange-code.ts';
export { type CallbackError, type FailedCallbackError, finishCallback } from './finish-callback.ts';
export { type FailedSsoError, finishSso, type SsoError } from './finish-sso.ts';
export type { FlowState } from './flow-state.ts';
export type { FinishFlowSettings, FlowResult } from './issue-session-or-code.ts';
export { noticeOfIdentity } from './notice-of-identity.ts';
export { type ChallengeError, readChallenge } from './pkce.ts';
export type {
  AuthCode,
  FlowStore,
  IdTokenVerificationError,
  OidcClient,
  PendingLink,
  ProviderError,
  SamlServiceProvider,
  SsoLookupError,
  SsoProvider,
} from './ports.ts';
export { type ProviderTokens, type ProviderUser, ssoProviderId } from './provider.ts';
export { type IdTokenError, signInWithIdToken } from './sign-in-with-id-token.ts';
export { startSso } from './start-sso.ts';
