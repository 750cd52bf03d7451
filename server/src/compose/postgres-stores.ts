import {
  connectionsAllowed,
  databaseBytes,
  openPostgres,
  postgresBlobStore,
  postgresClock,
  postgresLocks,
  postgresSetupTokenStore,
  probeWrites,
  readPageState,
} from '@coachsite/adapters/postgres';
import { sharedFor } from '@coachsite/adapters/system';
import { ok } from 'neverthrow';
import { copyBefore, purgeMigrationCopies } from '../backup/open-database.ts';
import type { Config } from '../config/config.ts';
import { databaseStores } from './database-stores.ts';
import { tooFewConnections } from './few-connections.ts';
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
  const connections = config.databasePoolSize;
  const database = await openPostgres(url, () => copyBefore(config, now()), { connections });
  const shared = await postgresClock(database);
  const locks = postgresLocks(database);
  return {
    ...databaseStores(database, options),
    clock: options.clock ?? shared,
    blobs: postgresBlobStore(database),
    setupTokens: postgresSetupTokenStore(database),
    locks,
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
    close: async () => {
      shared.stop();
      await locks.close();
      await database.close();
    },
  };
}
