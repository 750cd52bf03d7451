import type { Config } from '../config/config.ts';
import { needWholeRestore } from './lost-keys.ts';
import type { Stores } from './ports.ts';
import { sqliteStores } from './sqlite-stores.ts';
import type { StoreOptions } from './store-options.ts';

export type { StoreOptions } from './store-options.ts';

/**
 * Opens the stores where the configuration keeps them, and migrates them. Rejects with a one-line message when they
 * cannot be used, or where a restore has not ended. Source: docs/contract.md#2.
 */
export async function openStores(config: Config, options: StoreOptions = {}): Promise<Stores> {
  await needWholeRestore(config);
  if (config.databaseUrl === undefined) return sqliteStores(config, options);
  // A site on SQLite does not load the driver.
  const { postgresStores } = await import('./postgres-stores.ts');
  return postgresStores(config.databaseUrl, config, options);
}
