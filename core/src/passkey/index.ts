export { beginPasskeySignIn, type PasskeyCeremony } from './begin.ts';
export type { PasskeyChallenge, PasskeyChallengeError } from './challenge.ts';
export {
  type RemovePasskeyError,
  type RenamePasskeyError,
  removePasskey,
  renamePasskey,
  resetPasskeys,
} from './manage-passkeys.ts';
export { type PasskeySettings, userHandleOf } from './options.ts';
export type { Passkey } from './passkey.ts';
export type {
  CredentialExistsError,
  NewCredential,
  PasskeyChange,
  PasskeyResponse,
  PasskeyState,
  PasskeyStore,
  PasskeyVerificationError,
  PasskeyVerifier,
  RelyingParty,
  VerifiedResponse,
} from './ports.ts';
export {
  type BeginRegistrationError,
  beginPasskeyRegistration,
  type RegisterPasskeyError,
  registerPasskey,
} from './register-passkey.ts';
export { type PasskeySignInError, signInWithPasskey } from './sign-in-with-passkey.ts';
