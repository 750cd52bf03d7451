import type { UserStore } from '../account/index.ts';
import type { AdminStore } from '../admins/index.ts';
import type { MessageStore } from '../contact/index.ts';
import type { ReportStore } from '../error-report/index.ts';
import type { Clock, Ids } from '../kernel/index.ts';
import type { LockoutStore } from '../lockout/index.ts';
import type { MailQueue } from '../mail/index.ts';
import type { FactorStore } from '../mfa/index.ts';
import type { InterestStore } from '../notify-me/index.ts';
import type { TokenStore } from '../one-time-token/index.ts';
import type { PasskeyStore } from '../passkey/index.ts';
import type { RoleStore } from '../roles/index.ts';
import type { Pseudonyms, SecurityLog } from '../security-log/index.ts';
import type { SessionStore } from '../session/index.ts';
import type { DeviceStore } from '../sign-in/index.ts';
import type { SmsQueue } from '../sms/index.ts';

/** What stands in for a mail server and a text message service, and keeps the messages. */
export interface Outbox {
  /**
   * Removes the messages that contain an e-mail address, in any case, or the text messages to a phone number (digits);
   * returns their count. Source: docs/law-and-search.md#D50.
   */
  readonly removeAbout: (recipient: string) => Promise<number>;
}

/** The stores with data about an account. */
export interface AccountDataPorts {
  readonly users: UserStore;
  readonly roles: RoleStore;
  /** Rejects the removal of the last admin. */
  readonly admins: AdminStore;
  readonly sessions: SessionStore;
  /** Its second factors with their recovery codes, and who else has its number. */
  readonly factors: Pick<FactorStore, 'ofUser' | 'stateOf' | 'holdersOf'>;
  readonly passkeys: Pick<PasskeyStore, 'ofUser'>;
  readonly devices: Pick<DeviceStore, 'ofUser'>;
  readonly securityLog: SecurityLog;
  readonly mailQueue: MailQueue;
  readonly smsQueue: SmsQueue;
  /** Messages in the folder that stands in for a mail server. */
  readonly outbox: Outbox;
  readonly clock: Clock;
  readonly ids: Ids;
}

/** The stores with data about a person, with or without an account. */
export interface PersonalDataPorts extends AccountDataPorts {
  readonly messages: MessageStore;
  readonly interests: InterestStore;
  readonly reports: ReportStore;
  /** Links and codes of a change to the address or number. */
  readonly tokens: Pick<TokenStore, 'clear'>;
  readonly lockouts: LockoutStore;
  /** How the log names the address. */
  readonly pseudonyms: Pseudonyms;
}
