import type { PasswordHasher, PasswordSettings, UserStore } from '../account/index.ts';
import type { Milliseconds } from '../kernel/index.ts';
import type { LockoutPolicy, LockoutStore } from '../lockout/index.ts';
import type {
  AuthMessenger,
  CodeChallenge,
  IssueTokenPorts,
  MessageLanguage,
  MessageLimits,
  TokenSettings,
} from '../one-time-token/index.ts';
import type { AttemptStore } from '../rate-limit/index.ts';
import type { SecurityLogPorts } from '../security-log/index.ts';
import type { SessionSettings, StartSessionPorts } from '../session/index.ts';

/** The settings for sign-up and sign-in. */
export interface SignInSettings
  extends SessionSettings,
    TokenSettings,
    PasswordSettings,
    MessageLimits {
  readonly allowsSignUp: boolean;
  /**
   * Whether new accounts need no confirmation; false by default. If true, a sign-up reveals whether an address has an
   * account.
   */
  readonly autoconfirm?: boolean | undefined;
  /** When a sign-in by password locks the account. */
  readonly lockout: LockoutPolicy;
  /** Minimum time between two requested messages of one kind to one address; 0 is off. */
  readonly emailIntervalMs: Milliseconds;
}

/** Sign-up is disabled. `kind` is the auth service's published code. */
export interface SignUpDisabledError {
  /** Known accounts can still sign in. */
  readonly kind: 'signup_disabled';
}

/** The ports of every way to sign in. */
export type SignInPorts = StartSessionPorts &
  SecurityLogPorts &
  IssueTokenPorts & {
    readonly users: UserStore;
    readonly passwords: PasswordHasher;
    readonly lockouts: LockoutStore;
    readonly attempts: AttemptStore;
    readonly messenger: AuthMessenger;
  };

/** The parts of a request that decide the form and target of a mailed link. */
export interface LinkRequest {
  /** Redirect target; already checked. */
  readonly redirectTo: string;
  /** `cookie`: the site's own page confirms the link; `bearer`: a call of the client does. */
  readonly transport: 'cookie' | 'bearer';
  /** Of a client that expects a code after the link; `undefined` for tokens. */
  readonly challenge: CodeChallenge | undefined;
  /** Language of the visitor, used if the account has none. */
  readonly language: MessageLanguage;
}
