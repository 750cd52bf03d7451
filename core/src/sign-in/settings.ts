import type { PasswordHasher, UserStore } from '../account/index.ts';
import type { LockoutStore } from '../lockout/index.ts';
import type {
  AuthMessenger,
  CodeChallenge,
  IssueTokenPorts,
  MessageLanguage,
  TokenSettings,
} from '../one-time-token/index.ts';
import type { AttemptStore } from '../rate-limit/index.ts';
import type { SecurityLogPorts } from '../security-log/index.ts';
import type { SessionSettings, StartSessionPorts } from '../session/index.ts';

/** How people come in to this site. */
export interface SignInSettings extends SessionSettings, TokenSettings {
  /** Whether people without an account may get one. */
  readonly allowsSignUp: boolean;
  /** New accounts need no confirmation. */
  readonly autoconfirm: boolean;
  /** Name of the site; passwords must not be made of it. */
  readonly siteName: string;
  readonly lockoutMs: number;
  /** Least time between two requested messages of one kind to one address; 0 is off. */
  readonly emailIntervalMs: number;
}

/** The site takes nobody new. `kind` is the auth service's published code. */
export interface SignUpDisabledError {
  readonly kind: 'signup_disabled';
}

/** What the ways in touch, all of them together. */
export type SignInPorts = StartSessionPorts &
  SecurityLogPorts &
  IssueTokenPorts & {
    readonly users: UserStore;
    readonly passwords: PasswordHasher;
    readonly lockouts: LockoutStore;
    readonly attempts: AttemptStore;
    readonly messenger: AuthMessenger;
  };

/** How the request for a link came, which decides what the link looks like and where it leads. */
export interface LinkRequest {
  /** Where to go afterwards; already checked. */
  readonly redirectTo: string;
  readonly transport: 'cookie' | 'bearer';
  readonly challenge: CodeChallenge | undefined;
  /** Language of the visitor, for accounts that have none of their own. */
  readonly language: MessageLanguage;
}
