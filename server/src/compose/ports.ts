import type { ArticleSummary } from '@coachsite/adapters/contract';
import type { OutboxFolder } from '@coachsite/adapters/outbox';
import type { MovedAccounts } from '@coachsite/adapters/stores';
import type { PasswordHasher, PhoneReader, UserStore } from '@coachsite/core/account';
import type { AdminStore, SetupTokenStore } from '@coachsite/core/admins';
import type { AlarmStore, ToAlarmMail } from '@coachsite/core/alarm';
import type { DamagedDatabase, MaintenanceLog } from '@coachsite/core/backup';
import type { CaptchaVerifier } from '@coachsite/core/captcha';
import type { ConsentLog } from '@coachsite/core/consent';
import type { MessageMails, MessageStore, PauseStore } from '@coachsite/core/contact';
import type { ContentStore, PictureMaker, Versions } from '@coachsite/core/content';
import type { BlobStore, DownloadLog, EbookStore, PdfInspector } from '@coachsite/core/ebook';
import type { ReportStore } from '@coachsite/core/error-report';
import type { FactsStore } from '@coachsite/core/facts';
import type { FlowStore, OidcClient, SamlServiceProvider } from '@coachsite/core/federation';
import type { Clock, Digest, EpochMs, Ids, Random } from '@coachsite/core/kernel';
import type { Language } from '@coachsite/core/language';
import type { LockoutStore } from '@coachsite/core/lockout';
import type { Mailer, MailQueue } from '@coachsite/core/mail';
import type { FactorStore, SecretBox, Totp } from '@coachsite/core/mfa';
import type { InterestMails, InterestStore, LaunchStore } from '@coachsite/core/notify-me';
import type { AuthMessenger, SiteBound, TokenStore } from '@coachsite/core/one-time-token';
import type { PasskeyStore, PasskeyVerifier } from '@coachsite/core/passkey';
import type { AttemptStore } from '@coachsite/core/rate-limit';
import type { MissedPaths, Redirect } from '@coachsite/core/redirects';
import type { RoleStore } from '@coachsite/core/roles';
import type {
  Pseudonyms,
  SecurityEvent,
  SecurityEventKind,
  SecurityLog,
} from '@coachsite/core/security-log';
import type { SessionStore, TokenSigner } from '@coachsite/core/session';
import type { DeviceStore } from '@coachsite/core/sign-in';
import type { PhoneMessenger, SmsQueue, SmsSender } from '@coachsite/core/sms';
import type { Result } from 'neverthrow';
import type { EarlierAssets } from '../config/earlier-assets.ts';
import type { StoredState } from '../config/stored-state.ts';
import type { DatabaseStores } from './database-stores.ts';
import type { KeysInUse } from './lost-keys.ts';
import type { PartedAccount } from './parted-accounts.ts';
import type { SharedLocks } from './store-options.ts';

/** Every port that keeps state, and what is asked of the database as a whole. */
export interface Stores {
  /** Of the system, or of the database that processes share. */
  readonly clock: Clock;
  readonly users: UserStore;
  readonly roles: RoleStore;
  readonly admins: AdminStore;
  readonly factors: FactorStore;
  readonly passkeys: PasskeyStore;
  readonly content: ContentStore;
  /** The facts in it. */
  readonly facts: FactsStore;
  /** The table of old addresses in it. */
  readonly redirects: Versions<readonly Redirect[]>;
  readonly missed: MissedPaths;
  readonly sessions: SessionStore;
  readonly devices: DeviceStore;
  readonly tokens: TokenStore;
  readonly flows: FlowStore;
  readonly attempts: AttemptStore;
  readonly lockouts: LockoutStore;
  readonly securityLog: SecurityLog;
  readonly mailQueue: MailQueue;
  readonly smsQueue: SmsQueue;
  readonly messages: MessageStore;
  readonly pauses: PauseStore;
  readonly interests: InterestStore;
  readonly launches: LaunchStore;
  readonly consents: ConsentLog;
  readonly reports: ReportStore;
  readonly maintenance: MaintenanceLog;
  readonly alarms: AlarmStore;
  readonly ebooks: EbookStore;
  readonly downloads: DownloadLog;
  readonly blobs: BlobStore;
  readonly moved: MovedAccounts;
  readonly setupTokens: SetupTokenStore;
  /** Locks of all processes; absent where there is one. */
  readonly locks: SharedLocks | undefined;
  /** What in the database needs a key. */
  readonly keysInUse: () => Promise<KeysInUse>;
  readonly partedAccounts: () => Promise<readonly PartedAccount[]>;
  /** What the operator should know of the connections to the database. */
  readonly connectionsNote: () => Promise<string | undefined>;
  /** Reads the whole database; an error where it is damaged. */
  readonly checkIntegrity: (signal: AbortSignal) => Promise<Result<void, DamagedDatabase>>;
  /** The copies of the database that were made before it was migrated. */
  readonly migrationCopies: { readonly purge: (before: EpochMs) => Promise<number> };
  /** Rejects when the database or the folder of the e-books does not take a write. */
  readonly probe: () => Promise<void>;
  /** The size of the database, in bytes. */
  readonly databaseBytes: () => Promise<number>;
  /** What a page asks before it is sent. */
  readonly pageState: () => Promise<StoredState>;
  /** Removes the content of visitors and samples; admins and the security log stay. */
  readonly wipeContent: () => Promise<void>;
  /** Runs `work` with stores that write all in one transaction; it waits for nothing else. */
  readonly inOneStep: <T>(work: (stores: DatabaseStores) => Promise<T>) => Promise<T>;
  /** Closes the stores. */
  readonly close: () => Promise<void>;
}

/** Every other port. */
export interface Services {
  readonly ids: Ids;
  readonly random: Random;
  readonly readPhone: PhoneReader;
  readonly digest: Digest;
  readonly pictureMaker: PictureMaker;
  readonly oidc: OidcClient;
  readonly saml: SamlServiceProvider;
  /** Absent where no service is configured. */
  readonly captcha: CaptchaVerifier | undefined;
  /** Calls a listener with every event that this process records, for the metrics. */
  readonly onEvent: (listener: (event: SecurityEvent) => void) => void;
  readonly reportLostEvent: (actionType: SecurityEventKind, error: unknown) => void;
  readonly pseudonyms: Pseudonyms;
  readonly passwords: PasswordHasher;
  readonly signer: TokenSigner;
  readonly messenger: AuthMessenger;
  /** Says that the site has reached one of its bounds. */
  readonly reportBound: (bound: SiteBound) => void;
  readonly smsSender: SmsSender;
  readonly phoneMessenger: PhoneMessenger;
  readonly totp: Totp;
  readonly passkeyVerifier: PasskeyVerifier;
  readonly secretBox: SecretBox;
  readonly messageMails: MessageMails;
  readonly alarmMail: ToAlarmMail;
  readonly outbox: OutboxFolder;
  readonly mailer: Mailer;
  readonly pdfInspector: PdfInspector;
  readonly earlierAssets: EarlierAssets;
}

/** All ports. A use case takes those that it names. */
export type Ports = Stores & Services;

/** The ports of the waiting lists, whose mails name the newest article: only a server knows which one is. */
export interface ListPorts extends Ports {
  /** As a reader of this language sees it; undefined while none is public. */
  readonly newestArticle: (language: Language) => ArticleSummary | undefined;
  readonly interestMails: InterestMails;
}
