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
import type { PasskeyStore, PasskeyVerifier } from '../passkey/index.ts';
import type { Outbox } from '../privacy/index.ts';
import type { AttemptStore } from '../rate-limit/index.ts';
import type { RoleStore } from '../roles/index.ts';
import type { Pseudonyms, SecurityLog } from '../security-log/index.ts';
import type { SessionStore, TokenSigner } from '../session/index.ts';
import type { DeviceStore } from '../sign-in/index.ts';
import type { PhoneMessenger, SmsQueue, SmsSender } from '../sms/index.ts';

/**
 * Every port of the core by its name: what an adapter can implement. This entry has for each, such as `LockoutStore`, its
 * contract suite `lockoutStoreContract` and its memory adapter `memoryLockoutStore`.
 */
export interface Ports {
  readonly AdminStore: AdminStore;
  readonly AttemptStore: AttemptStore;
  readonly AuthMessenger: AuthMessenger;
  readonly BlobStore: BlobStore;
  readonly CaptchaVerifier: CaptchaVerifier;
  readonly Clock: Clock;
  readonly ConsentLog: ConsentLog;
  readonly DatabaseSnapshots: DatabaseSnapshots;
  readonly DeviceStore: DeviceStore;
  readonly Digest: Digest;
  readonly DownloadLog: DownloadLog;
  readonly EbookStore: EbookStore;
  readonly FactorStore: FactorStore;
  readonly FlowStore: FlowStore;
  readonly Ids: Ids;
  readonly InterestMails: InterestMails;
  readonly InterestStore: InterestStore;
  readonly LaunchStore: LaunchStore;
  readonly LockoutStore: LockoutStore;
  readonly MailQueue: MailQueue;
  readonly Mailer: Mailer;
  readonly MaintenanceLog: MaintenanceLog;
  readonly MessageMails: MessageMails;
  readonly MessageStore: MessageStore;
  readonly OidcClient: OidcClient;
  readonly Outbox: Outbox;
  readonly PasskeyStore: PasskeyStore;
  readonly PasskeyVerifier: PasskeyVerifier;
  readonly PasswordHasher: PasswordHasher;
  readonly PauseStore: PauseStore;
  readonly PdfInspector: PdfInspector;
  readonly PhoneMessenger: PhoneMessenger;
  readonly Pseudonyms: Pseudonyms;
  readonly Random: Random;
  readonly ReportStore: ReportStore;
  readonly RoleStore: RoleStore;
  readonly SamlServiceProvider: SamlServiceProvider;
  readonly SecretBox: SecretBox;
  readonly SecurityLog: SecurityLog;
  readonly SessionStore: SessionStore;
  readonly SetupTokenStore: SetupTokenStore;
  readonly SmsQueue: SmsQueue;
  readonly SmsSender: SmsSender;
  readonly TokenSigner: TokenSigner;
  readonly TokenStore: TokenStore;
  readonly Totp: Totp;
  readonly UserStore: UserStore;
}
