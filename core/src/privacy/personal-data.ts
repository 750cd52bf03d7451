import type { PersonIdentifier, User } from '../account/index.ts';
import type { InboxMessage } from '../contact/index.ts';
import type { StoredReport } from '../error-report/index.ts';
import type { EpochMs, UserId } from '../kernel/index.ts';
import type { WaitingMail } from '../mail/index.ts';
import type { Factor } from '../mfa/index.ts';
import type { Interest } from '../notify-me/index.ts';
import type { Passkey } from '../passkey/index.ts';
import type { Role } from '../roles/index.ts';
import type { RequestContext, SecurityEvent } from '../security-log/index.ts';
import type { Session } from '../session/index.ts';
import type { KnownDevice } from '../sign-in/index.ts';

/** The person whose data is exported or erased, and the admin or operator who requests it. */
export interface PersonRequest {
  readonly person: PersonIdentifier;
  readonly context: RequestContext;
  /** The id of the signed-in admin; none on the command line. */
  readonly by?: UserId | undefined;
}

/** Secrets, and what the server notes for itself. A new field of an account is exported, or named here. */
type UnexportedOfUser =
  | 'passwordHash'
  | 'passwordUnverified'
  | 'confirmationSentAt'
  | 'recoverySentAt'
  | 'emailChangeSentAt'
  | 'emailChangeConfirmedBy'
  | 'phoneChangeSentAt'
  | 'reauthenticationSentAt'
  | 'invitedAt'
  | 'securityStamp'
  | 'isAnonymous';

/** The same of a session. */
type UnexportedOfSession = 'userId' | 'notAfter' | 'refresh';

/** All data about one account, without secrets, which are not about the person. Times are UTC in milliseconds. */
export interface AccountData extends Omit<User, UnexportedOfUser> {
  /** Whether one is set; its hash is not part of an export. */
  readonly hasPassword: boolean;
  /** Empty for a member. */
  readonly roles: readonly Role[];
  /** Second factors without their secrets. */
  readonly factors: readonly Factor[];
  /** How many recovery codes are unused; what is stored of them is secret. */
  readonly recoveryCodes: number;
  /** Nothing of a passkey is secret. */
  readonly passkeys: readonly Passkey[];
  readonly sessions: readonly Omit<Session, UnexportedOfSession>[];
  /** What it has signed in with, where new devices are told by mail; what tells them apart is secret. */
  readonly knownDevices: readonly KnownDevice[];
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
  /** Accounts, with their sessions, factors and identities. */
  readonly accounts: number;
  /** Requests by other accounts to change to the address or number; the accounts stay. */
  readonly pendingChanges: number;
  readonly messages: number;
  readonly interests: number;
  /** Events of the security log; those that the log has to keep are not among them. */
  readonly securityEvents: number;
  /** Mails that waited or lay in the outbox. */
  readonly mails: number;
  /** Text messages that waited or lay in the outbox. */
  readonly textMessages: number;
  readonly errorReports: number;
}
