import { statSync } from 'node:fs';
import {
  filesystemBlobStore,
  filesystemSetupTokenStore,
  probeFolder,
} from '@coachsite/adapters/filesystem';
import { checkIntegrity, probeWrites } from '@coachsite/adapters/sqlite';
import { sharedFor, systemClock } from '@coachsite/adapters/system';
import { openMigrated, purgeMigrationCopies } from '../backup/open-database.ts';
import type { Config } from '../config/config.ts';
import { databaseStores } from './database-stores.ts';
import type { Stores } from './ports.ts';
import type { StoreOptions } from './store-options.ts';

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
  const stores = databaseStores(database, options);
  return {
    ...stores,
    clock,
    blobs: filesystemBlobStore(config.ebookDirectory),
    setupTokens: filesystemSetupTokenStore(config.setupTokenPath),
    /** Locks of all processes; absent where there is one. */
    locks: undefined,
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
      const ebook = await stores.ebooks.active();
      const summary = ebook && { sizeBytes: ebook.sizeBytes, pages: ebook.pages ?? null };
      return { ebook: summary, revision: '' };
    },
    /** Closes the stores. */
    close: () => database.close(),
  };
}
