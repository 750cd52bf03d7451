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
  readonly id: string;
  readonly email: string | undefined;
  readonly phone: string | undefined;
  readonly newEmail: string | undefined;
  readonly newPhone: string | undefined;
  readonly hasPassword: boolean;
  readonly createdAt: EpochMs;
  readonly updatedAt: EpochMs;
  readonly emailConfirmedAt: EpochMs | undefined;
  readonly phoneConfirmedAt: EpochMs | undefined;
  readonly lastSignInAt: EpochMs | undefined;
  readonly metadata: JsonObject;
  readonly identities: readonly Identity[];
  readonly roles: readonly Role[];
  readonly factors: readonly Factor[];
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
  readonly securityEvents: readonly SecurityEvent[];
}

/** All data about the person with an e-mail address or a phone number. Source: docs/law-and-search.md#D50. */
export interface PersonalData {
  readonly email?: string;
  readonly phone?: string;
  readonly accounts: readonly AccountData[];
  /** Requests by other accounts to change to the address or number, which nobody has confirmed. */
  readonly pendingChanges: readonly { readonly requestedAt: EpochMs }[];
  readonly messages: readonly InboxMessage[];
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
  readonly accounts: number;
  /** Requests by other accounts to change to the address or number; the accounts stay. */
  readonly pendingChanges: number;
  readonly messages: number;
  readonly interests: number;
  readonly securityEvents: number;
  readonly mails: number;
  readonly textMessages: number;
  readonly errorReports: number;
}
