export { type BarredError, barredError } from './barred.ts';
export { sendEmailChange } from './email-change.ts';
export {
  afterDeviceMailChange,
  type DevicePorts,
  type DeviceSignIn,
  deviceKeptMs,
  noticeOfDevice,
} from './known-device.ts';
export { type EmailUser, newEmailUser, type SignedUp } from './new-account.ts';
export { type LockNoticePorts, noticeOfLockInBackground } from './notice-of-lock.ts';
export { noticeOfNewPhone } from './notice-of-new-phone.ts';
export type { DeviceStore, KnownDevice } from './ports.ts';
export { recover } from './recover.ts';
export { resend } from './resend.ts';
export { resendSms } from './resend-sms.ts';
export { type LinkMessage, type LinkMessageRequest, languageOf, sendLink } from './send-link.ts';
export { type SendOtpError, sendOtp } from './send-otp.ts';
export { type SmsCode, type SmsCodeRequest, sendSmsCode } from './send-sms-code.ts';
export { type SendSmsOtpError, sendSmsOtp } from './send-sms-otp.ts';
export type { LinkRequest, SignInPorts, SignInSettings, SignUpDisabledError } from './settings.ts';
export {
  type Credentials,
  type PasswordSignInError,
  type SignedIn,
  signInWithPassword,
} from './sign-in-with-password.ts';
export { type SignUpError, signUp, signUpAnonymously } from './sign-up.ts';
export {
  type PhoneSignInPorts,
  type PhoneSignInSettings,
  type PhoneSignUpError,
  signUpByPhone,
} from './sign-up-by-phone.ts';
export { amrOfLink, type Proof, type Verified, type VerifyError, verify } from './verify.ts';
