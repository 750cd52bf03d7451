import type { EmailError, PhoneError, WeakPasswordError } from '../account/index.ts';
import type { SetupError } from '../admins/index.ts';
import type { CaptchaError } from '../captcha/index.ts';
import type { ConsentNotFoundError } from '../consent/index.ts';
import type { ContactError, MessageNotFoundError, PauseError } from '../contact/index.ts';
import type { EbookError, NoEbookError, VersionNotFoundError } from '../ebook/index.ts';
import type {
  AuthorizeError,
  CallbackError,
  ChallengeError,
  ExchangeError,
  IdTokenError,
  SsoError,
  SsoLookupError,
} from '../federation/index.ts';
import type { LockoutError } from '../lockout/index.ts';
import type { RetryMailError } from '../mail/index.ts';
import type {
  ChallengeFactorError,
  EnrollCodesError,
  EnrollError,
  RecoveryCodeError,
  RemoveFactorError,
  VerifyCodeError,
  VerifyFactorError,
} from '../mfa/index.ts';
import type {
  InterestError,
  InterestLinkError,
  LaunchNotFoundError,
  NoEmailError,
} from '../notify-me/index.ts';
import type {
  BeginRegistrationError,
  PasskeySignInError,
  RegisterPasskeyError,
  RemovePasskeyError,
  RenamePasskeyError,
} from '../passkey/index.ts';
import type {
  CloseAccountError,
  ReauthenticateError,
  UnlinkError,
  UpdateUserError,
} from '../profile/index.ts';
import type { RateLimitError } from '../rate-limit/index.ts';
import type { CrossSiteError, RoleError } from '../roles/index.ts';
import type { IdentifyError, RefreshError } from '../session/index.ts';
import type {
  PasswordSignInError,
  PhoneSignUpError,
  SendOtpError,
  SendSmsOtpError,
  SignUpError,
  VerifyError,
} from '../sign-in/index.ts';

/** Every error of the modules that are published. A new kind needs a status, an English and a Dutch text. */
export type CoreError =
  | ConsentNotFoundError
  | RoleError
  | CrossSiteError
  | IdentifyError
  | SignUpError
  | PasswordSignInError
  | SendOtpError
  | PhoneSignUpError
  | SendSmsOtpError
  | EnrollError
  | EnrollCodesError
  | VerifyCodeError
  | ChallengeFactorError
  | VerifyFactorError
  | RemoveFactorError
  | RecoveryCodeError
  | BeginRegistrationError
  | RegisterPasskeyError
  | PasskeySignInError
  | RenamePasskeyError
  | RemovePasskeyError
  | VerifyError
  | RefreshError
  | ChallengeError
  | ExchangeError
  | AuthorizeError
  | CallbackError
  | IdTokenError
  | SsoError
  | SsoLookupError
  | UnlinkError
  | CloseAccountError
  | CaptchaError
  | UpdateUserError
  | ReauthenticateError
  | LockoutError
  | RetryMailError
  | RateLimitError
  | EmailError
  | PhoneError
  | WeakPasswordError
  | EbookError
  | NoEbookError
  | VersionNotFoundError
  | SetupError
  | ContactError
  | MessageNotFoundError
  | PauseError
  | InterestError
  | InterestLinkError
  | LaunchNotFoundError
  | NoEmailError;

/** The kind of any error of the modules that are published. */
export type CoreErrorKind = CoreError['kind'];
