import { argon2PasswordHasher } from '@coachsite/adapters/argon2';
import { captchaVerifier } from '@coachsite/adapters/captcha';
import { type Article, articleList } from '@coachsite/adapters/contract';
import {
  filesystemBlobStore,
  filesystemSetupTokenStore,
  probeFolder,
} from '@coachsite/adapters/filesystem';
import { sharpPortraitMaker } from '@coachsite/adapters/images';
import { jwtSigner } from '@coachsite/adapters/jwt';
import { oidcClient } from '@coachsite/adapters/oidc';
import { openOutbox } from '@coachsite/adapters/outbox';
import { unpdfInspector } from '@coachsite/adapters/pdf';
import { hmacPseudonyms } from '@coachsite/adapters/pseudonyms';
import { samlServiceProvider } from '@coachsite/adapters/saml';
import { aesSecretBox } from '@coachsite/adapters/secret-box';
import { webhookSmsSender } from '@coachsite/adapters/sms';
import { smtpMailer } from '@coachsite/adapters/smtp';
import {
  checkIntegrity,
  probeWrites,
  sqliteAdminStore,
  sqliteAttemptStore,
  sqliteConsentLog,
  sqliteDownloadLog,
  sqliteEbookStore,
  sqliteFactorStore,
  sqliteFlowStore,
  sqliteInterestStore,
  sqliteLaunchStore,
  sqliteLockoutStore,
  sqliteMailQueue,
  sqliteMaintenanceLog,
  sqliteMessageStore,
  sqlitePauseStore,
  sqliteReportStore,
  sqliteRoleStore,
  sqliteSecurityLog,
  sqliteSessionStore,
  sqliteSmsQueue,
  sqliteTokenStore,
  sqliteUserStore,
} from '@coachsite/adapters/sqlite';
import { sqliteFactsStore } from '@coachsite/adapters/sqlite-facts';
import {
  cryptoIds,
  cryptoRandom,
  sha256,
  sharedFor,
  systemClock,
} from '@coachsite/adapters/system';
import { otplibTotp } from '@coachsite/adapters/totp';
import type { Post } from '@coachsite/core/blog';
import type { Language } from '@coachsite/core/language';
import type { SecurityEvent, SecurityEventKind } from '@coachsite/core/security-log';
import { errorNames } from '@coachsite/core/text';
import { openMigrated, purgeMigrationCopies } from './backup/open-database.ts';
import { authSettings } from './config/auth-settings.ts';
import type { Config } from './config/config.ts';
import { openDataDirectory } from './config/data-directory.ts';
import { showStoredFacts } from './config/live-facts.ts';

import { queuedAuthMessenger } from './mails/auth-mails.ts';
import { contactMails } from './mails/contact.ts';
import { interestMails } from './mails/notify-me.ts';
import { phoneMessenger } from './mails/phone-messages.ts';

/** Listeners for failures that the visitor does not see. `errors` are names without messages or personal data. */
interface FailureListeners {
  /** An identity provider that could not be used. */
  readonly unusableProvider: (failure: {
    readonly provider: 'oidc' | 'saml';
    readonly errors: readonly string[];
  }) => void;
  /** A row of the audit trail that could not be written. */
  readonly lostEvent: (event: {
    readonly actionType: SecurityEventKind;
    readonly errors: readonly string[];
  }) => void;
}

/**
 * Wires every port to its adapter. A use case takes only the ports that it names. Rejects with a one-line message when
 * the data directory or the database cannot be used. `hasLock`: this process holds the lock of the server.
 */
export async function compose(config: Config, { hasLock = false } = {}) {
  const opened = openDataDirectory(config.dataDirectory);
  if (opened.isErr()) throw new Error(opened.error);
  const database = await openMigrated(config, { hasLock, now: systemClock.now });
  const mailQueue = sqliteMailQueue(database);
  const users = sqliteUserStore(database);
  const facts = sqliteFactsStore(database);
  await showStoredFacts(facts, config.liveFacts);
  const from = config.mailFrom;
  const outbox = openOutbox({ directory: config.outboxDirectory, from, clock: systemClock });
  const smsQueue = sqliteSmsQueue(database);
  const securityLog = sqliteSecurityLog(database);
  let eventListener: (event: SecurityEvent) => void = () => undefined;
  let listeners: FailureListeners = {
    unusableProvider: () => undefined,
    lostEvent: () => undefined,
  };
  let posts: () => readonly Post<Article>[] = () => [];
  const newestArticle = (language: Language) => articleList(posts(), language, 1)?.items[0];
  const report = (provider: 'oidc' | 'saml') => (error: unknown) =>
    listeners.unusableProvider({ provider, errors: errorNames(error) });
  const smsSender = config.smsUrl ? webhookSmsSender({ url: config.smsUrl }) : outbox.smsSender;
  return {
    clock: systemClock,
    ids: cryptoIds,
    random: cryptoRandom,
    digest: sha256,
    users,
    roles: sqliteRoleStore(database),
    admins: sqliteAdminStore(database, users),
    factors: sqliteFactorStore(database),
    facts,
    portraitMaker: sharpPortraitMaker(),
    sessions: sqliteSessionStore(database),
    tokens: sqliteTokenStore(database),
    flows: sqliteFlowStore(database),
    oidc: oidcClient(config.auth.oauthProviders, report('oidc')),
    saml: await samlServiceProvider({
      issuer: authSettings(config).issuer,
      keysDirectory: config.keysDirectory,
      providers: config.auth.ssoProviders,
      digest: sha256,
      report: report('saml'),
    }),
    captcha: config.auth.captcha ? captchaVerifier(config.auth.captcha) : undefined,
    attempts: sqliteAttemptStore(database),
    lockouts: sqliteLockoutStore(database),
    securityLog: {
      ...securityLog,
      record: async (event: SecurityEvent) => {
        eventListener(event);
        await securityLog.record(event);
      },
    },
    reportLostEvent: (actionType: SecurityEventKind, error: unknown) =>
      listeners.lostEvent({ actionType, errors: errorNames(error) }),
    pseudonyms: hmacPseudonyms({ directory: config.keysDirectory }),
    passwords: argon2PasswordHasher(),
    signer: jwtSigner({
      directory: config.keysDirectory,
      tokenTtlMs: config.auth.accessTokenTtlSeconds * 1000,
      clock: systemClock,
    }),
    messenger: queuedAuthMessenger({ mailQueue, ids: cryptoIds, clock: systemClock }, config),
    mailQueue,
    smsQueue,
    smsSender,
    phoneMessenger: phoneMessenger(
      { smsQueue, smsSender, ids: cryptoIds, clock: systemClock },
      config.site,
    ),
    totp: otplibTotp(),
    secretBox: aesSecretBox({ directory: config.keysDirectory }),
    messages: sqliteMessageStore(database, mailQueue),
    pauses: sqlitePauseStore(database),
    messageMails: contactMails(config),
    interests: sqliteInterestStore(database, mailQueue),
    launches: sqliteLaunchStore(database, mailQueue),
    newestArticle,
    interestMails: interestMails(config, newestArticle),
    consents: sqliteConsentLog(database),
    reports: sqliteReportStore(database),
    maintenance: sqliteMaintenanceLog(database),
    checkIntegrity: (signal: AbortSignal) => checkIntegrity(config.sqlitePath, signal),
    migrationCopies: {
      purge: (before: number) => purgeMigrationCopies(config.dataDirectory, before),
    },
    outbox,
    mailer: config.smtpUrl ? smtpMailer({ url: config.smtpUrl, from }) : outbox.mailer,
    ebooks: sqliteEbookStore(database),
    downloads: sqliteDownloadLog(database),
    blobs: filesystemBlobStore(config.ebookDirectory),
    pdfInspector: unpdfInspector(),
    setupTokens: filesystemSetupTokenStore(config.setupTokenPath),
    /** Connects the logger, which is created after the ports. */
    onFailure: (to: FailureListeners) => {
      listeners = to;
    },
    /** Connects the public articles, newest first, which are opened after the ports. */
    useArticles: (read: typeof posts) => {
      posts = read;
    },
    /** Sees every event that this process records, for the metrics. */
    onEvent: (listener: (event: SecurityEvent) => void) => {
      eventListener = listener;
    },
    /** Rejects when the database or the folder of the e-books does not take a write. */
    probe: sharedFor(1000, async () => {
      await probeWrites(database);
      await probeFolder(config.ebookDirectory);
    }),
    /** Closes the stores. */
    close: async () => {
      await database.close();
    },
  };
}

/** All ports, as the routes pass them on. */
export type Ports = Awaited<ReturnType<typeof compose>>;
