import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { openDatabase } from '@coachsite/adapters/sqlite';
import { openMigrated } from '@coachsite/server/backup';
import type { Config } from '@coachsite/server/config';
import { describe, expect, test } from 'vitest';
import { backupSites } from '../support/backup-sites.ts';
import { runCommandLine } from '../support/command.ts';

const { freshPath, makeSite, archivedSite } = backupSites();
const { archive } = await archivedSite();

describe('a site whose database is lost', () => {
  const losses = [
    ['without its file', (path: string) => rmSync(path)],
    ['without a byte in it', (path: string) => writeFileSync(path, '')],
    [
      'without a table in it',
      (path: string) => {
        rmSync(path);
        openDatabase(path).sql.close();
      },
    ],
  ] as const;

  async function lostSite(lose: (path: string) => void): Promise<Config> {
    const config = await makeSite();
    lose(config.sqlitePath);
    return config;
  }
  const bytesOf = (path: string) => (existsSync(path) ? readFileSync(path, 'hex') : undefined);
  const openIt = (config: Config) => openMigrated(config, { hasLock: true, now: Date.now });

  test.each(losses)('is not opened %s, and stays as it is', async (_name, lose) => {
    const config = await lostSite(lose);
    const before = bytesOf(config.sqlitePath);
    await expect(openIt(config)).rejects.toThrow(/^The database .* holds keys of a site: nothing/);
    rmSync(config.keysDirectory, { recursive: true });
    await expect(openIt(config)).rejects.toThrow(/^The database .* holds e-books of a site: /);
    expect(bytesOf(config.sqlitePath)).toBe(before);
    // Without either it is a first start.
    rmSync(config.ebookDirectory, { recursive: true });
    await (await openIt(config)).close();
  });

  test('keeps the write-ahead log that is left beside an empty file', async () => {
    const config = await lostSite((path) => writeFileSync(path, ''));
    writeFileSync(`${config.sqlitePath}-wal`, 'what could be rescued');
    await expect(openIt(config)).rejects.toThrow('is empty');
    const ended = await runCommandLine(['backup', freshPath('lost.tar.gz')], {
      DATA_DIR: config.dataDirectory,
    });
    expect(ended.status).toBe(1);
    expect(readFileSync(`${config.sqlitePath}-wal`, 'utf8')).toBe('what could be rescued');
  });

  test.each(losses)('keeps its archives when it is backed up %s', async (_name, lose) => {
    const config = await lostSite(lose);
    const folder = freshPath('backups');
    mkdirSync(folder);
    const good = 'coachsite-20210101T000000000Z.tar.gz';
    copyFileSync(archive, join(folder, good));
    const ended = await runCommandLine(['backup', folder, '--keep', '1'], {
      DATA_DIR: config.dataDirectory,
    });
    expect(ended).toMatchObject({ status: 1, out: '' });
    expect(ended.error).toMatch(/^There is nothing to back up: .*\n$/);
    expect(readdirSync(folder)).toEqual([good]);
  });
});
