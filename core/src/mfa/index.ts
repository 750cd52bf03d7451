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
  unverifiedFactorTtlMs,
} from './factor.ts';
export type { FactorStore, MfaChange, MfaState, SecretBox, Totp } from './ports.ts';
export {
  type MakeRecoveryCodesError,
  makeRecoveryCodes,
  type RecoveryCodeError,
  redeemRecoveryCode,
} from './recovery-codes.ts';
export { type RemoveFactorError, removeFactor } from './remove-factor.ts';
export { type InsufficientAalError, requireSecondFactor } from './require-second-factor.ts';
export { type ResetFactorsPorts, resetFactors } from './reset-factors.ts';
export { type VerifyFactorError, verifyFactor } from './verify-factor.ts';
