export type { FactorChallenge } from './challenge.ts';
export {
  type ChallengeFactorError,
  type ChallengeSettings,
  challengeFactor,
} from './challenge-factor.ts';
export {
  type EnrollError,
  type Enrolled,
  type EnrollRequest,
  enrollFactor,
  labelName,
} from './enroll.ts';
export {
  type Factor,
  type FactorType,
  type KeptFactor,
  needsSecondFactor,
  type RecoverySet,
  unverifiedFactorTtlMs,
} from './factor.ts';
export type { FactorStore, MfaChange, MfaState, SecretBox, Totp } from './ports.ts';
export {
  type MadeCodes,
  type MakeRecoveryCodesError,
  makeRecoveryCodes,
  type RecoveryCodeError,
  redeemRecoveryCode,
} from './recovery-codes.ts';
export {
  type EnrollCodesError,
  enrollRecoveryCodes,
  type NoCodesError,
  type RecoveryStatus,
  recoveryStatus,
  regenerateRecoveryCodes,
  removeRecoveryCodes,
  type VerifyCodeError,
  verifyRecoveryCode,
} from './recovery-factor.ts';
export { type RemoveFactorError, removeFactor } from './remove-factor.ts';
export { type FreshSignInError, requireFreshSignIn } from './require-fresh-sign-in.ts';
export { type InsufficientAalError, requireSecondFactor } from './require-second-factor.ts';
export { type ResetFactorsPorts, resetFactors } from './reset-factors.ts';
export { type VerifyFactorError, verifyFactor } from './verify-factor.ts';
