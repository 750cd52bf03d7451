import { statSync } from 'node:fs';
import {
  filesystemBlobStore,
  filesystemSetupTokenStore,
  probeFolder,
} from '@coachsite/adapters/filesystem';
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
  wipeContent,
} from '@coachsite/adapters/sqlite';
import { sqliteFactsStore } from '@coachsite/adapters/sqlite-facts';
import { sharedFor, systemClock } from '@coachsite/adapters/system';
import { openMigrated, purgeMigrationCopies } from '../backup/open-database.ts';
import type { Config } from '../config/config.ts';
import { type KeysInUse, keysInUseQuery } from './lost-keys.ts';
import { type PartedAccount, partedAccountsQuery } from './parted-accounts.ts';
import type { Stores } from './ports.ts';
import type { StoreOptions } from './store-options.ts';

type KeyRow = Partial<Record<keyof KeysInUse, number>>;

/** The size of the database with its write-ahead log, in bytes. */
const databaseBytes = (path: string) =>
  [path, `${path}-wal`]
    .map((file) => statSync(file, { throwIfNoEntry: false })?.size ?? 0)
    .reduce((sum, size) => sum + size, 0);

/**
 * All state in `DATA_DIR`, of one process and the commands beside it. Rejects with a one-line message when the database
 * cannot be used.
 */
export async function sqliteStores(config: Config, options: StoreOptions): Promise<Stores> {
  const clock = options.clock ?? systemClock;
  const hasLock = options.hasLock ?? false;
  const database = await openMigrated(config, { hasLock, now: clock.now });
  const mailQueue = sqliteMailQueue(database);
  const enqueued = options.withoutMails ? { ...mailQueue, add: () => undefined } : mailQueue;
  const users = sqliteUserStore(database);
  const ebooks = sqliteEbookStore(database);
  return {
    clock,
    users,
    roles: sqliteRoleStore(database),
    admins: sqliteAdminStore(database, users),
    factors: sqliteFactorStore(database),
    facts: sqliteFactsStore(database),
    sessions: sqliteSessionStore(database),
    tokens: sqliteTokenStore(database),
    flows: sqliteFlowStore(database),
    attempts: sqliteAttemptStore(database),
    lockouts: sqliteLockoutStore(database),
    securityLog: sqliteSecurityLog(database),
    mailQueue,
    smsQueue: sqliteSmsQueue(database),
    messages: sqliteMessageStore(database, enqueued),
    pauses: sqlitePauseStore(database),
    interests: sqliteInterestStore(database, enqueued),
    launches: sqliteLaunchStore(database, enqueued),
    consents: sqliteConsentLog(database),
    reports: sqliteReportStore(database),
    maintenance: sqliteMaintenanceLog(database),
    ebooks,
    downloads: sqliteDownloadLog(database),
    blobs: filesystemBlobStore(config.ebookDirectory),
    setupTokens: filesystemSetupTokenStore(config.setupTokenPath),
    /** Locks of all processes; absent where there is one. */
    locks: undefined,
    /** What in the database needs a key. */
    keysInUse: async (): Promise<KeysInUse> => {
      const { factors, sessions } = database.sql.prepare<[], KeyRow>(keysInUseQuery).get() ?? {};
      return { factors: Boolean(factors), sessions: Boolean(sessions) };
    },
    partedAccounts: async (): Promise<readonly PartedAccount[]> =>
      database.sql.prepare<[], PartedAccount>(partedAccountsQuery).all(),
    /** What the operator should know of the connections to the database. */
    connectionsNote: async (): Promise<string | undefined> => undefined,
    checkIntegrity: (signal: AbortSignal) => checkIntegrity(config.sqlitePath, signal),
    migrationCopies: {
      purge: (before: number) => purgeMigrationCopies(config.dataDirectory, before),
    },
    /** Rejects when the database or the folder of the e-books does not take a write. */
    probe: sharedFor(1000, async () => {
      await probeWrites(database);
      await probeFolder(config.ebookDirectory);
    }),
    /** The size of the database, in bytes. */
    databaseBytes: async () => databaseBytes(config.sqlitePath),
    /** What a page asks before it is sent: the e-book. Facts that a command saved show half a second later, by the poll. */
    pageState: async () => {
      const ebook = await ebooks.active();
      const summary = ebook && { sizeBytes: ebook.sizeBytes, pages: ebook.pages ?? null };
      return { ebook: summary, revision: '' };
    },
    /** Removes the content of visitors and samples; admins and the security log stay. */
    wipeContent: () => wipeContent(database),
    /** Closes the stores. */
    close: () => database.close(),
  };
}
