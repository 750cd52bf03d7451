export { type ParsedAssertion, samlSkewMs } from './assertion.ts';
export {
  type AuthorizeError,
  type AuthorizePorts,
  type AuthorizeRequest,
  authorize,
} from './authorize.ts';
export { type ExchangeError, exchangeCode, issueCode } from './exchange-code.ts';
export { type CallbackError, finishCallback } from './finish-callback.ts';
export { finishSso, type SsoError } from './finish-sso.ts';
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
  SamlServiceProvider,
  SsoLookupError,
  SsoProvider,
} from './ports.ts';
export { type ProviderTokens, ssoProviderId } from './provider.ts';
export { type IdTokenError, signInWithIdToken } from './sign-in-with-id-token.ts';
export { startSso } from './start-sso.ts';
