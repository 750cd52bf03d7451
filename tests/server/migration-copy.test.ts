import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { newestSchema, openDatabase, takeProcessLock } from '@coachsite/adapters/sqlite';
import { openMigrated, restoreBackup } from '@coachsite/server/backup';
import type { Config } from '@coachsite/server/config';
import { describe, expect, test } from 'vitest';
import { purgeMigrationCopies } from '#server/src/backup/open-database.ts';
import { backupSites, configOf, ebookKey } from '../support/backup-sites.ts';
import { runCommandLine } from '../support/command.ts';

const { freshPath, makeSite } = backupSites();

describe('before a migration', () => {
  /** A site as the program before the last migration left it. */
  async function olderSite(): Promise<Config> {
    const config = await makeSite();
    const { sql } = openDatabase(config.sqlitePath);
    sql.exec(
      `DROP TABLE maintenance; DELETE FROM schema_migrations WHERE name LIKE '%-maintenance.sql'`,
    );
    sql.close();
    return config;
  }
  const hasTable = (config: Config) => {
    const { sql } = openDatabase(config.sqlitePath);
    const found = sql.prepare("SELECT 1 FROM sqlite_master WHERE name = 'maintenance'").get();
    sql.close();
    return found !== undefined;
  };
  const copies = ({ dataDirectory }: Config) => {
    const folder = join(dataDirectory, 'before-migration');
    return existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : [];
  };
  const open = async (config: Config, hasLock: boolean, now = Date.now) => {
    await (await openMigrated(config, { hasLock, now })).close();
  };

  test('a copy is made, from which the old site can be restored', async () => {
    const config = await olderSite();
    await open(config, true);
    expect(hasTable(config)).toBe(true);
    const [copy = ''] = copies(config);
    const target = configOf(freshPath('back'));
    (await restoreBackup(target, copy))._unsafeUnwrap();
    expect(hasTable(target)).toBe(false);
    expect(existsSync(join(target.ebookDirectory, ebookKey))).toBe(true);
    // Nothing to migrate, nothing to copy.
    await open(config, true);
    expect(copies(config)).toHaveLength(1);
  });

  const foreign = ['notes.txt', 'before-migration-20260101T000000000Z.tar.gz.bak'];
  const copyOf = (day: number) => `before-migration-2026010${day}T000000000Z.tar.gz`;
  const putCopies = ({ dataDirectory }: Config, names: readonly string[]) => {
    const folder = join(dataDirectory, 'before-migration');
    mkdirSync(folder, { recursive: true });
    for (const name of names) writeFileSync(join(folder, name), 'a copy');
    return folder;
  };

  test('the three newest copies are kept, and no file of others is touched', async () => {
    const config = await olderSite();
    const folder = putCopies(config, [...foreign, ...[1, 3, 2].map(copyOf)]);
    await open(config, true, () => Date.UTC(2026, 0, 4));
    expect(readdirSync(folder).sort()).toEqual([...[2, 3, 4].map(copyOf), ...foreign].sort());
  });

  test('starts whose migration fails leave one copy, the newest, and do not push out those of other versions', async () => {
    const config = await olderSite();
    const folder = putCopies(config, [1, 2].map(copyOf));
    const { sql } = openDatabase(config.sqlitePath);
    sql.exec('CREATE TABLE maintenance (in_the_way TEXT)');
    sql.close();
    for (const day of [4, 5, 6]) {
      const failing = open(config, true, () => Date.UTC(2026, 0, day));
      await expect(failing).rejects.toThrow('already exists');
      expect(readdirSync(folder).sort()).toEqual([1, 2, day].map(copyOf));
    }
    // A clock that was set back, or a process beside this one: what is newer stays.
    await expect(open(config, true, () => Date.UTC(2026, 0, 5))).rejects.toThrow('already exists');
    expect(readdirSync(folder).sort()).toEqual([2, 5, 6].map(copyOf));
  });

  test('copies written before a time are removed, as they hold personal data', async () => {
    const config = configOf(freshPath('kept'));
    expect(await purgeMigrationCopies(config.dataDirectory, Date.now())).toBe(0);
    const folder = putCopies(config, [...foreign, ...[1, 2, 3].map(copyOf)]);
    const writtenAt = [
      [copyOf(1), 99],
      [copyOf(2), 100],
      [foreign[1] ?? '', 1],
    ] as const;
    for (const [name, seconds] of writtenAt) utimesSync(join(folder, name), seconds, seconds);
    expect(await purgeMigrationCopies(config.dataDirectory, 100_000)).toBe(1);
    expect(readdirSync(folder).sort()).toEqual([...foreign, copyOf(2), copyOf(3)].sort());
  });

  test('an empty database needs no copy', async () => {
    const config = configOf(freshPath('new'));
    mkdirSync(config.dataDirectory);
    await open(config, false);
    expect(copies(config)).toEqual([]);
  });

  test('without a copy nothing is migrated', async () => {
    const config = await olderSite();
    writeFileSync(join(config.dataDirectory, 'before-migration'), 'a file in the way');
    await expect(open(config, true)).rejects.toThrow(/nothing was changed/);
    expect(hasTable(config)).toBe(false);
  });

  test('a database of a newer version is rejected, by server and commands, and stays as it is', async () => {
    const config = await makeSite();
    const newer = openDatabase(config.sqlitePath);
    newer.sql.exec(
      `INSERT INTO schema_migrations VALUES (${newestSchema() + 1}, 'of-tomorrow.sql')`,
    );
    await newer.close();
    const bytes = readFileSync(config.sqlitePath);
    await expect(open(config, true)).rejects.toThrow(/this program knows .*: update the program/);
    const ended = await runCommandLine(['ebook', 'versions'], { DATA_DIR: config.dataDirectory });
    expect(ended).toMatchObject({ status: 1, out: '' });
    expect(ended.error).toMatch(/^The database has schema .*: update the program\n$/);
    expect(readFileSync(config.sqlitePath).equals(bytes)).toBe(true);
    expect(copies(config)).toEqual([]);
  });

  test('a command does not migrate under a running server', async () => {
    const config = await olderSite();
    const held = takeProcessLock(join(config.dataDirectory, 'server.lock'))._unsafeUnwrap();
    const ended = await runCommandLine(['ebook', 'versions'], { DATA_DIR: config.dataDirectory });
    expect(ended).toMatchObject({ status: 1, out: '' });
    expect(ended.error).toMatch(/^The database .* stop that server first\n$/);
    expect(hasTable(config)).toBe(false);
    // A backup changes nothing, so it works beside the older server.
    const target = freshPath('older.tar.gz');
    const backup = await runCommandLine(['backup', target], { DATA_DIR: config.dataDirectory });
    expect(backup).toMatchObject({ status: 0, error: '' });
    held.release();
    expect(hasTable(config)).toBe(false);
    await open(config, false);
    expect(hasTable(config)).toBe(true);
  });
});
