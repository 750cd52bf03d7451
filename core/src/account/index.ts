export {
  abandonedAfterMs,
  abandonedBefore,
  isAbandoned,
  type UnconfirmedLimits,
} from './abandoned.ts';
export {
  type CanonicalEmail,
  canonicalEmail,
  checkEmail,
  type EmailError,
  type EmailReason,
  emailMaxLength,
  emailReasonsText,
} from './email.ts';
export { containsEmail, replaceEmails } from './email-in-text.ts';
export { emailIdentity, type Identity, phoneIdentity, providersOf } from './identity.ts';
export { isMetadataSmall, mergeMetadata, utf8Length } from './metadata.ts';
export {
  checkNewPassword,
  defaultPasswordRules,
  type PasswordReason,
  type PasswordSettings,
  type WeakPasswordError,
} from './new-password.ts';
export {
  type PasswordFeedback,
  type PasswordRules,
  type PasswordStrength,
  passwordFeedbackText,
  scorePassword,
  strongScore,
} from './password.ts';
export { passwordForms, preparedPassword } from './password-forms.ts';
export {
  checkPersonPhone,
  checkPhone,
  checkReachablePhone,
  checkWrittenPhone,
  containsPhone,
  isPhoneRecipient,
  type PhoneDigits,
  type PhoneError,
  type PhoneReader,
  type PhoneReading,
} from './phone.ts';
export { confirmPhone, movePhone } from './phone-account.ts';
export type {
  OverloadedError,
  PasswordCheck,
  PasswordHasher,
  TakenError,
  UserStore,
} from './ports.ts';
export { type PublicUser, publicUser } from './public-user.ts';
export { type PersonIdentifier, recipientOf } from './recipient.ts';
export {
  blankUser,
  completeEmailChange,
  confirmEmail,
  isBanned,
  isConfirmed,
  isSsoUser,
  reclaimed,
  type User,
  underStampOf,
  withNewStamp,
  withoutPendingChanges,
} from './user.ts';
