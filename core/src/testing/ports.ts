import type { PasswordHasher, UserStore } from '../account/index.ts';
import type { AdminStore, SetupTokenStore } from '../admins/index.ts';
import type { DatabaseSnapshots, MaintenanceLog } from '../backup/index.ts';
import type { CaptchaVerifier } from '../captcha/index.ts';
import type { ConsentLog } from '../consent/index.ts';
import type { MessageMails, MessageStore, PauseStore } from '../contact/index.ts';
import type { BlobStore, DownloadLog, EbookStore, PdfInspector } from '../ebook/index.ts';
import type { ReportStore } from '../error-report/index.ts';
import type { FlowStore, OidcClient, SamlServiceProvider } from '../federation/index.ts';
import type { Clock, Digest, Ids, Random } from '../kernel/index.ts';
import type { LockoutStore } from '../lockout/index.ts';
import type { Mailer, MailQueue } from '../mail/index.ts';
import type { FactorStore, SecretBox, Totp } from '../mfa/index.ts';
import type { InterestMails, InterestStore, LaunchStore } from '../notify-me/index.ts';
import type { AuthMessenger, TokenStore } from '../one-time-token/index.ts';
import type { Outbox } from '../privacy/index.ts';
import type { AttemptStore } from '../rate-limit/index.ts';
import type { RoleStore } from '../roles/index.ts';
import type { Pseudonyms, SecurityLog } from '../security-log/index.ts';
import type { SessionStore, TokenSigner } from '../session/index.ts';
import type { PhoneMessenger, SmsQueue, SmsSender } from '../sms/index.ts';

/**
 * Every port of the core by its name: what an adapter can implement. This entry has for each, such as `LockoutStore`, its
 * contract suite `lockoutStoreContract` and its memory adapter `memoryLockoutStore`.
 */
export interface Ports {
  /** Who is admin; appoints the first one once. */
  readonly AdminStore: AdminStore;
  /** Attempts in a window, for rate limits. */
  readonly AttemptStore: AttemptStore;
  /** Mails about an account. */
  readonly AuthMessenger: AuthMessenger;
  /** Files by the digest of their content. */
  readonly BlobStore: BlobStore;
  /** Whether a captcha was solved. */
  readonly CaptchaVerifier: CaptchaVerifier;
  /** The time of day. */
  readonly Clock: Clock;
  /** Proof of cookie choices. */
  readonly ConsentLog: ConsentLog;
  /** Checked copies of a database in use. */
  readonly DatabaseSnapshots: DatabaseSnapshots;
  /** SHA-256. */
  readonly Digest: Digest;
  /** Downloads by day. */
  readonly DownloadLog: DownloadLog;
  /** The versions of the e-book, and which is active. */
  readonly EbookStore: EbookStore;
  /** Second factors and their challenges. */
  readonly FactorStore: FactorStore;
  /** Sign-ins under way at providers, and codes to exchange. */
  readonly FlowStore: FlowStore;
  /** New identifiers. */
  readonly Ids: Ids;
  /** Mails of the waiting list. */
  readonly InterestMails: InterestMails;
  /** The waiting list. */
  readonly InterestStore: InterestStore;
  /** Launches under way. */
  readonly LaunchStore: LaunchStore;
  /** Failed sign-ins, for lockouts. */
  readonly LockoutStore: LockoutStore;
  /** Mails that wait to be sent. */
  readonly MailQueue: MailQueue;
  /** Hands one mail to a mail server. */
  readonly Mailer: Mailer;
  /** When maintenance was last done. */
  readonly MaintenanceLog: MaintenanceLog;
  /** Mails about contact messages. */
  readonly MessageMails: MessageMails;
  /** Contact messages. */
  readonly MessageStore: MessageStore;
  /** Sign-in at an OpenID provider. */
  readonly OidcClient: OidcClient;
  /** Messages that are kept instead of sent. */
  readonly Outbox: Outbox;
  /** Hashes and verifies passwords. */
  readonly PasswordHasher: PasswordHasher;
  /** Days off of the promise of a reply. */
  readonly PauseStore: PauseStore;
  /** Opens a PDF and reads its facts. */
  readonly PdfInspector: PdfInspector;
  /** Text messages about an account. */
  readonly PhoneMessenger: PhoneMessenger;
  /** Keyed hashes of personal values. */
  readonly Pseudonyms: Pseudonyms;
  /** Random bytes. */
  readonly Random: Random;
  /** Error reports of browsers. */
  readonly ReportStore: ReportStore;
  /** Roles of accounts. */
  readonly RoleStore: RoleStore;
  /** Sign-in at a SAML provider. */
  readonly SamlServiceProvider: SamlServiceProvider;
  /** Encrypts secrets that have to be read again. */
  readonly SecretBox: SecretBox;
  /** The audit trail. */
  readonly SecurityLog: SecurityLog;
  /** Signed-in sessions. */
  readonly SessionStore: SessionStore;
  /** The secret of the set-up link. */
  readonly SetupTokenStore: SetupTokenStore;
  /** Text messages that wait to be sent. */
  readonly SmsQueue: SmsQueue;
  /** Hands one text message to a service. */
  readonly SmsSender: SmsSender;
  /** Signs and verifies access tokens. */
  readonly TokenSigner: TokenSigner;
  /** Mailed links and codes. */
  readonly TokenStore: TokenStore;
  /** Codes of authenticator apps. */
  readonly Totp: Totp;
  /** Accounts and their identities. */
  readonly UserStore: UserStore;
}
