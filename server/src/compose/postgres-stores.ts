import {
  connectionsAllowed,
  databaseBytes,
  openPostgres,
  postgresAdminStore,
  postgresAttemptStore,
  postgresBlobStore,
  postgresClock,
  postgresConsentLog,
  postgresDownloadLog,
  postgresEbookStore,
  postgresFactorStore,
  postgresFlowStore,
  postgresInterestStore,
  postgresLaunchStore,
  postgresLockoutStore,
  postgresLocks,
  postgresMailQueue,
  postgresMaintenanceLog,
  postgresMessageStore,
  postgresPauseStore,
  postgresReportStore,
  postgresRoleStore,
  postgresSecurityLog,
  postgresSessionStore,
  postgresSetupTokenStore,
  postgresSmsQueue,
  postgresTokenStore,
  postgresUserStore,
  probeWrites,
  readPageState,
  wipeContent,
} from '@coachsite/adapters/postgres';
import { postgresFactsStore } from '@coachsite/adapters/postgres-facts';
import { sharedFor } from '@coachsite/adapters/system';
import { ok } from 'neverthrow';
import { copyBefore, purgeMigrationCopies } from '../backup/open-database.ts';
import type { Config } from '../config/config.ts';
import { tooFewConnections } from './few-connections.ts';
import { type KeysInUse, keysInUseQuery } from './lost-keys.ts';
import { type PartedAccount, partedAccountsQuery } from './parted-accounts.ts';
import type { Stores } from './ports.ts';
import type { StoreOptions } from './store-options.ts';

/**
 * All state in one PostgreSQL database, which any number of processes share. Rejects with a one-line message when it
 * cannot be used. Source: docs/decisions/0053-postgres-for-several-processes.md.
 */
export async function postgresStores(
  url: string,
  config: Config,
  options: StoreOptions,
): Promise<Stores> {
  const now = options.clock?.now ?? Date.now;
  // One is that of the locks.
  const connections = config.databasePoolSize - 1;
  const database = await openPostgres(url, () => copyBefore(config, now()), { connections });
  const shared = await postgresClock(database);
  const mailQueue = postgresMailQueue(database);
  const enqueued = options.withoutMails ? { ...mailQueue, add: async () => undefined } : mailQueue;
  const users = postgresUserStore(database);
  const locks = postgresLocks(url);
  // Before requests take every connection that there is.
  if (options.hasLock) await locks.open();
  return {
    clock: options.clock ?? shared,
    users,
    roles: postgresRoleStore(database),
    admins: postgresAdminStore(database, users),
    factors: postgresFactorStore(database),
    facts: postgresFactsStore(database),
    sessions: postgresSessionStore(database),
    tokens: postgresTokenStore(database),
    flows: postgresFlowStore(database),
    attempts: postgresAttemptStore(database),
    lockouts: postgresLockoutStore(database),
    securityLog: postgresSecurityLog(database),
    mailQueue,
    smsQueue: postgresSmsQueue(database),
    messages: postgresMessageStore(database, enqueued),
    pauses: postgresPauseStore(database),
    interests: postgresInterestStore(database, enqueued),
    launches: postgresLaunchStore(database, enqueued),
    consents: postgresConsentLog(database),
    reports: postgresReportStore(database),
    maintenance: postgresMaintenanceLog(database),
    ebooks: postgresEbookStore(database),
    downloads: postgresDownloadLog(database),
    blobs: postgresBlobStore(database),
    setupTokens: postgresSetupTokenStore(database),
    locks,
    keysInUse: async () => {
      const { rows } = await database.run({
        name: 'keys-in-use',
        text: keysInUseQuery,
        values: [],
      });
      return rows[0] as KeysInUse;
    },
    partedAccounts: async () => {
      const { rows } = await database.run({
        name: 'parted-accounts',
        text: partedAccountsQuery,
        values: [],
      });
      return rows as readonly PartedAccount[];
    },
    connectionsNote: async () =>
      tooFewConnections(await connectionsAllowed(database), config, options.processes ?? 1),
    // The server of the database checks its own pages.
    checkIntegrity: async () => ok(),
    migrationCopies: {
      purge: (before: number) => purgeMigrationCopies(config.dataDirectory, before),
    },
    probe: sharedFor(1000, () => probeWrites(database)),
    databaseBytes: () => databaseBytes(database),
    pageState: () => readPageState(database),
    wipeContent: () => wipeContent(database),
    close: async () => {
      shared.stop();
      await locks.close();
      await database.close();
    },
  };
}
