export { appMetadata, authenticated, type BadJwtError } from './access-token.ts';
export type { AuthEvent } from './auth-event.ts';
export { changeWhileSignedIn } from './change-while-signed-in.ts';
export { isFreshSignIn } from './fresh-sign-in.ts';
export {
  type CurrentUser,
  type IdentifyError,
  type IdentifyPorts,
  identifyUser,
} from './identify-user.ts';
export type { SessionChange, SessionStore, TokenSigner } from './ports.ts';
export { type PublicSession, publicSession } from './public-session.ts';
export {
  mayRetryRefresh,
  type RefreshFailure,
  type RefreshOutcome,
  refreshBackoffMs,
  refreshOutcome,
  refreshTickMs,
  shouldRefresh,
  signingKeysCacheMs,
} from './refresh-schedule.ts';
export { type RefreshError, refreshSession } from './refresh-session.ts';
export { beginChain, type RefreshChain } from './refresh-token.ts';
export { rotateSigningKey } from './rotate-signing-key.ts';
export {
  type AmrEntry,
  type AmrMethod,
  addAmrEntry,
  assuranceLevel,
  type GrantedSession,
  isAlive,
  provenLevel,
  type Session,
  sessionsBeside,
} from './session.ts';
export { endByRefreshToken, isSignedOutBy, type SignOutScope, signOut } from './sign-out.ts';
export {
  grant,
  type SessionSettings,
  type SignInEndedError,
  type StartSessionPorts,
  startSession,
} from './start-session.ts';
