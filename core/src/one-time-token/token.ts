import type { EpochMs, UserId } from '../kernel/index.ts';

/** A user has at most one token per slot; a new one replaces the earlier. Source: docs/security.md#LN-1. */
export type TokenSlot =
  | 'confirmation'
  | 'recovery'
  | 'email_change_current'
  | 'email_change_new'
  | 'sms'
  | 'phone_change'
  | 'reauthentication';

/** What a mailed link is for, as its query says. */
export type LinkType = 'signup' | 'invite' | 'magiclink' | 'recovery' | 'email_change';

/** What a texted code is for: to confirm or sign in with a number, or to change to it. */
export type PhoneType = 'sms' | 'phone_change';

/** The type a client names in a verification; `email` covers both confirmation and sign-in. */
export type VerifyType = LinkType | PhoneType | 'email';

/**
 * The challenge of a client that expects a code instead of tokens (PKCE, method S256). Source: docs/security.md#LN-6.
 */
export interface CodeChallenge {
  /** SHA-256 of the verifier, base64url, 43 characters. */
  readonly challenge: string;
  /** The only one that is accepted. */
  readonly method: 's256';
}

/** A secret sent to a recipient: a link, a 6-digit code, or both. Only hashes are stored. */
export interface OneTimeToken {
  /** A UUID; part of the hash of its code. */
  readonly id: string;
  readonly userId: UserId;
  /** Which earlier token it replaces. */
  readonly slot: TokenSlot;
  readonly type: LinkType | PhoneType | 'reauthentication';
  /** The e-mail address or phone number it was sent to; a code is valid only together with it. */
  readonly recipient: string;
  /** `undefined` if there was no link. */
  readonly linkHash: string | undefined;
  /** Hash of id and code, in hexadecimal. */
  readonly codeHash: string;
  /** Wrong codes so far. */
  readonly misses: number;
  /** Whether the requester of this token also set the password; if not, using the token removes the password. */
  readonly confirmsPassword: boolean;
  /** Of a client that expects a code after the link; `undefined` for tokens. */
  readonly challenge: CodeChallenge | undefined;
  /**
   * The new address that this token of the current address approves; it is bound to that address.
   * Source: docs/security.md#LN-8.
   */
  readonly newEmail?: string;
  readonly createdAt: EpochMs;
  /** From then on the link is invalid. */
  readonly linkExpiresAt: EpochMs;
  /** From then on the code is invalid. */
  readonly codeExpiresAt: EpochMs;
}

/** After this many wrong codes a code is invalid; its link stays valid. Source: docs/security.md#LN-2. */
export const maxCodeMisses = 5;

/** Digits of a code. Source: docs/contract.md#8. */
export const codeLength = 6;

const slots: Readonly<Record<VerifyType, readonly TokenSlot[]>> = {
  signup: ['confirmation'],
  invite: ['confirmation'],
  magiclink: ['recovery'],
  recovery: ['recovery'],
  email: ['confirmation', 'recovery'],
  email_change: ['email_change_current', 'email_change_new'],
  sms: ['sms'],
  phone_change: ['phone_change'],
};

/** Whether tokens of this type have a code but no link. */
export function isCodeOnly(type: OneTimeToken['type']): type is PhoneType | 'reauthentication' {
  return type === 'sms' || type === 'phone_change' || type === 'reauthentication';
}

/** The slots to search for a token of this type, in this order. Source: docs/wire.md#4.4. */
export function slotsOf(type: VerifyType): readonly TokenSlot[] {
  return slots[type];
}

/** Whether a code may still be tried. */
function isCodeAlive(token: OneTimeToken, now: EpochMs): boolean {
  return now < token.codeExpiresAt && token.misses < maxCodeMisses;
}

/** The effect of trying a code: one token is taken, or each counts a miss. */
export interface CodeTry {
  /** The token that the code belongs to; `undefined` if none. */
  readonly taken: OneTimeToken | undefined;
  /** The tokens to store again with their counts; empty when one was taken. */
  readonly missed: readonly OneTimeToken[];
}

/**
 * Tries a code against the tokens of a recipient, in order. Those whose code is over at `now`, or was missed five times,
 * are left out. Source: docs/security.md#LN-2.
 */
export function tryCode(
  tokens: readonly OneTimeToken[],
  matches: (token: OneTimeToken) => boolean,
  now: EpochMs,
): CodeTry {
  const alive = tokens.filter((token) => isCodeAlive(token, now));
  const taken = alive.find(matches);
  return {
    taken,
    missed: taken ? [] : alive.map((token) => ({ ...token, misses: token.misses + 1 })),
  };
}
