import type { EpochMs, UserId } from '../kernel/index.ts';
import type { Language, OffersLanguages } from '../language/index.ts';
import type { LinkType, OneTimeToken, TokenSlot } from './token.ts';

/** A token that was taken. */
export interface TakenToken extends OneTimeToken {
  /**
   * The stamp of its user at that moment: once the account has another one, the token must change nothing in it. Source:
   * docs/security.md#SE-16.
   */
  readonly securityStamp: number;
}

/** Stores the unused tokens. */
export interface TokenStore {
  /**
   * Stores a token, replacing the one in the same slot of the same user. Nothing happens without the user, whose account
   * may have ended since it was read.
   */
  readonly issue: (token: OneTimeToken) => Promise<void>;
  /** Takes the token of a link, once, if it is in one of `slots` and has not expired. */
  readonly takeByLink: (
    linkHash: string,
    slots: readonly TokenSlot[],
    now: EpochMs,
  ) => Promise<TakenToken | undefined>;
  /**
   * Tries a code on all tokens sent to `recipient`, of any user, in the order of `slots`, in one atomic step: takes the
   * token that `matches`, or else counts a miss on each. `tryCode` decides.
   */
  readonly takeByCode: (
    recipient: string,
    slots: readonly TokenSlot[],
    matches: (token: OneTimeToken) => boolean,
    now: EpochMs,
  ) => Promise<TakenToken | undefined>;
  /** Removes all tokens of a user. */
  readonly clear: (userId: UserId) => Promise<void>;
  /** Removes the tokens of which both link and code are over at `now`, and returns the count. */
  readonly sweep: (now: EpochMs) => Promise<number>;
}

/** The language a message is written in. */
export type MessageLanguage = Language;

/** A link as a message carries it. */
export interface MessageLink {
  /** The secret itself, which is nowhere else in readable form. */
  readonly token: string;
  readonly type: LinkType;
  /** Redirect target; already checked. */
  readonly redirectTo: string;
  /** `cookie`: the link opens the site's own page, which confirms it; `bearer`: the link opens GET /verify. */
  readonly transport: 'cookie' | 'bearer';
}

/** The mails about an account. */
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
      readonly newEmail?: string;
    }
  | {
      readonly kind: 'reauthentication';
      readonly to: string;
      readonly language: MessageLanguage;
      readonly code: string;
    }
  | {
      readonly kind:
        | 'email_changed'
        | 'sign_up_attempted'
        | 'recovery_codes_made'
        | 'passkey_added'
        | 'passkey_removed'
        | 'recovery_codes_removed'
        | 'recovery_code_used'
        | 'new_device_mail_off'
        | 'account_locked';
      readonly to: string;
      readonly language: MessageLanguage;
    }
  | {
      readonly kind: 'new_device';
      readonly to: string;
      readonly language: MessageLanguage;
      /** When somebody signed in with it. */
      readonly at: EpochMs;
      /** The network address of the sign-in. */
      readonly ip: string;
    }
  | {
      readonly kind: 'factor_added' | 'factor_removed';
      readonly to: string;
      readonly language: MessageLanguage;
      readonly factorType: 'totp' | 'phone';
    }
  | {
      readonly kind: 'password_changed';
      readonly to: string;
      readonly language: MessageLanguage;
      /** The providers that can still sign in to the account. */
      readonly providers: readonly string[];
    }
  | {
      readonly kind: 'identity_linked' | 'identity_unlinked';
      readonly to: string;
      readonly language: MessageLanguage;
      /** As in `Identity`. */
      readonly provider: string;
    }
  | {
      readonly kind: 'phone_changed' | 'account_deleted';
      readonly to: string;
      readonly language: MessageLanguage;
    };

/** Sends mails about accounts, in its `languages`. `send` resolves once the mail is durably queued. */
export interface AuthMessenger extends OffersLanguages {
  /** Queues one mail. */
  readonly send: (message: AuthMessage) => Promise<void>;
  /**
   * Does the work of `send` for nobody: composes the mail, and queues nothing that is sent. For an address without an
   * account, whose response must take as long. Source: docs/security.md#LK-9.
   */
  readonly sendToNobody?: ((message: AuthMessage) => Promise<void>) | undefined;
}
