import type { Identity } from '../account/index.ts';
import type { InboxMessage } from '../contact/index.ts';
import type { StoredReport } from '../error-report/index.ts';
import type { EpochMs, JsonObject } from '../kernel/index.ts';
import type { WaitingMail } from '../mail/index.ts';
import type { Factor } from '../mfa/index.ts';
import type { Interest } from '../notify-me/index.ts';
import type { Role } from '../roles/index.ts';
import type { SecurityEvent } from '../security-log/index.ts';
import type { AmrEntry } from '../session/index.ts';

/** All data about one account, without secrets, which are not about the person. Times are UTC in milliseconds. */
export interface AccountData {
  /** The id of the account. */
  readonly id: string;
  /** Its address; `undefined` without one. */
  readonly email: string | undefined;
  /** Its number, E.164 digits without the plus sign; `undefined` without one. */
  readonly phone: string | undefined;
  /** A requested address that is not confirmed. */
  readonly newEmail: string | undefined;
  /** A requested number that is not confirmed. */
  readonly newPhone: string | undefined;
  /** Whether one is set; its hash is not part of an export. */
  readonly hasPassword: boolean;
  /** When the account was made. */
  readonly createdAt: EpochMs;
  /** When it was last changed. */
  readonly updatedAt: EpochMs;
  /** When the address was proved; `undefined` if it was not. */
  readonly emailConfirmedAt: EpochMs | undefined;
  /** When the number was proved; `undefined` if it was not. */
  readonly phoneConfirmedAt: EpochMs | undefined;
  /** The start of the last session; `undefined` before the first. */
  readonly lastSignInAt: EpochMs | undefined;
  /** What the user or a provider supplied. */
  readonly metadata: JsonObject;
  /** Every way to sign in, with the data of its provider. */
  readonly identities: readonly Identity[];
  /** Empty for a member. */
  readonly roles: readonly Role[];
  /** Second factors without their secrets. */
  readonly factors: readonly Factor[];
  /** Where the account is signed in. */
  readonly sessions: readonly {
    readonly id: string;
    readonly createdAt: EpochMs;
    readonly refreshedAt: EpochMs | undefined;
    readonly ip: string;
    readonly userAgent: string;
    readonly amr: readonly AmrEntry[];
  }[];
  /** Waiting messages to the account's numbers, without the text, which contains a code. */
  readonly textMessages: readonly { readonly to: string; readonly expiresAt: EpochMs }[];
  /** What the log has about the account, newest first. */
  readonly securityEvents: readonly SecurityEvent[];
}

/** All data about the person with an e-mail address or a phone number. Source: docs/law-and-search.md#D50. */
export interface PersonalData {
  /** The address that was asked for; absent when it was a number. */
  readonly email?: string;
  /** The number that was asked for; absent when it was an address. */
  readonly phone?: string;
  /** With the address or number as their own, confirmed or not. */
  readonly accounts: readonly AccountData[];
  /** Requests by other accounts to change to the address or number, which nobody has confirmed. */
  readonly pendingChanges: readonly { readonly requestedAt: EpochMs }[];
  /** Messages from the address, as in the inbox. */
  readonly messages: readonly InboxMessage[];
  /** Places on waiting lists. */
  readonly interests: readonly Interest[];
  /** Waiting mails to the address, or about a message from it. */
  readonly mails: readonly WaitingMail[];
  /** Waiting text messages to the number, without the text, which contains a code. */
  readonly textMessages: readonly { readonly to: string; readonly expiresAt: EpochMs }[];
  /** Error reports of browsers that mention the address or number. */
  readonly errorReports: readonly StoredReport[];
  /** Events that mention the address or number but do not belong to an account. */
  readonly securityEvents: readonly SecurityEvent[];
}

/** The number of deleted items of each kind. */
export interface ErasedCounts {
  /** Accounts, with their sessions, factors and identities. */
  readonly accounts: number;
  /** Requests by other accounts to change to the address or number; the accounts stay. */
  readonly pendingChanges: number;
  /** Contact messages. */
  readonly messages: number;
  /** Places on waiting lists. */
  readonly interests: number;
  /** Events of the security log; those that the log has to keep are not among them. */
  readonly securityEvents: number;
  /** Mails that waited or lay in the outbox. */
  readonly mails: number;
  /** Text messages that waited or lay in the outbox. */
  readonly textMessages: number;
  /** Error reports of browsers. */
  readonly errorReports: number;
}
