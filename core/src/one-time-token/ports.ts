import type { EpochMs } from '../kernel/index.ts';
import type { Language } from '../language/index.ts';
import type { LinkType, OneTimeToken, TokenSlot } from './token.ts';

/** The tokens that wait to be used. */
export interface TokenStore {
  /** Keeps a token in place of the one in the same slot of the same user. */
  readonly issue: (token: OneTimeToken) => Promise<void>;
  /** Takes the token of a link, once, if it is in one of `slots` and still valid. */
  readonly takeByLink: (
    linkHash: string,
    slots: readonly TokenSlot[],
    now: EpochMs,
  ) => Promise<OneTimeToken | undefined>;
  /**
   * Tries a code on the tokens sent to `recipient`, in the order of `slots`, in one atomic step: takes the one that
   * `matches`, or counts a miss on each that is alive.
   */
  readonly takeByCode: (
    recipient: string,
    slots: readonly TokenSlot[],
    matches: (token: OneTimeToken) => boolean,
    now: EpochMs,
  ) => Promise<OneTimeToken | undefined>;
  /** Removes all tokens of a user. */
  readonly clear: (userId: string) => Promise<void>;
  /** Removes what has expired and returns how many. */
  readonly sweep: (now: EpochMs) => Promise<number>;
}

/** The language a message is written in. */
export type MessageLanguage = Language;

/** A link as a message carries it. */
export interface MessageLink {
  readonly token: string;
  readonly type: LinkType;
  /** Where the site sends the reader afterwards; already checked. */
  readonly redirectTo: string;
  /** `cookie`: the site's own page confirms in its own mode; `bearer`: the click goes to GET /verify. */
  readonly transport: 'cookie' | 'bearer';
}

/** What is written to an address. */
export type AuthMessage =
  | {
      readonly kind:
        | 'signup'
        | 'invite'
        | 'magiclink'
        | 'recovery'
        | 'email_change_current'
        | 'email_change_new';
      readonly to: string;
      readonly language: MessageLanguage;
      readonly code: string;
      readonly link: MessageLink;
      /** The address asked for, in a change of address. */
      readonly newEmail?: string;
    }
  | {
      readonly kind: 'reauthentication';
      readonly to: string;
      readonly language: MessageLanguage;
      readonly code: string;
    }
  | {
      readonly kind: 'password_changed' | 'email_changed' | 'sign_up_attempted';
      readonly to: string;
      readonly language: MessageLanguage;
    }
  | {
      readonly kind: 'factor_added' | 'factor_removed';
      readonly to: string;
      readonly language: MessageLanguage;
      readonly factorType: 'totp' | 'phone';
    }
  | {
      readonly kind: 'phone_changed' | 'account_deleted';
      readonly to: string;
      readonly language: MessageLanguage;
    };

/** Writes to people about their account. A message counts as sent once it is safely queued. */
export interface AuthMessenger {
  readonly send: (message: AuthMessage) => Promise<void>;
}
