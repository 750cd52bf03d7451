import { existsSync, readdirSync } from 'node:fs';
import { err, ok, type Result } from 'neverthrow';
import type { Config } from '../config/config.ts';
import { takeServerLock } from '../config/server-lock.ts';
import { compose } from './index.ts';

/**
 * Makes new keys in place of those that the data needs and that are lost, and returns the names of their files. Errors: a
 * sentence where a server runs on SQLite, which would go on with the keys that it has read. Rejects like `compose`.
 */
export async function renewLostKeys(config: Config): Promise<Result<readonly string[], string>> {
  const { keysDirectory } = config;
  const names = () => (existsSync(keysDirectory) ? readdirSync(keysDirectory) : []);
  const taken = takeServerLock(config);
  if (taken.isErr()) return err(taken.error);
  try {
    const before = names();
    // Opening the ports makes what is missing.
    const ports = await compose(config, { mayRenewKeys: true, hasLock: true });
    await ports.close();
    return ok(names().filter((name) => !before.includes(name)));
  } finally {
    taken.value?.release();
  }
}
