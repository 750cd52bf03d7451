import {
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { openDatabase, sqliteSnapshots } from '@coachsite/adapters/sqlite';
import { sqlMaintenanceLog } from '@coachsite/adapters/stores';
import { backupFileName } from '@coachsite/core/backup';
import { backupTarget, makeBackup, restoreBackup, writeBackup } from '@coachsite/server/backup';
import { describe, expect, test } from 'vitest';
import { backUp, backupSites, configOf, ebook, ebookKey, outbox } from '../support/backup-sites.ts';
import { runCommandLine } from '../support/command.ts';

const { freshPath, makeSite, archivedSite } = backupSites();
const { site, archive } = await archivedSite();

/** All paths below a folder. */
const tree = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();

describe('an archive', () => {
  test('restores to the same files, and holds nothing half-written', async () => {
    const target = configOf(freshPath('restored'));
    (await restoreBackup(target, archive))._unsafeUnwrap();
    expect(tree(target.dataDirectory).filter((path) => !path.startsWith('server.lock'))).toEqual([
      'coachsite.sqlite',
      'ebook',
      `ebook/${ebookKey}`,
      'keys',
      'keys/secret-box.key',
      'outbox',
      ...Object.keys(outbox).map((name) => `outbox/${name}`),
    ]);
    expect(readFileSync(join(target.ebookDirectory, ebookKey)).equals(ebook)).toBe(true);
    const open = tree(target.dataDirectory).filter(
      (path) =>
        !path.startsWith('server.lock') &&
        (statSync(join(target.dataDirectory, path)).mode & 0o077) !== 0,
    );
    expect(open).toEqual([]);
    expect(statSync(archive).mode & 0o777).toBe(0o600);
    expect(tree(site.dataDirectory).some((path) => path.startsWith('.backup-'))).toBe(false);
  });

  test('is made beside what killed runs left, of which goes what is older than a day', async () => {
    const from = await makeSite();
    const folder = freshPath('archives');
    mkdirSync(folder);
    const part = (end: string) => `.coachsite-00000000-0000-4000-8000-00000000000${end}.part`;
    const now = Date.now();
    const left = [
      [from.dataDirectory, ['.backup-aaaaaa', '.backup-bbbbbb', '.backup-longer-name']],
      [folder, [part('a'), part('b'), '.coachsite-c.part']],
    ] as const;
    for (const [place, [old, young, foreign]] of left) {
      for (const name of [old, young, foreign]) mkdirSync(join(place, name));
      writeFileSync(join(place, old, 'copy'), 'of the database');
      const [dayAgo, hourLess] = [now / 1000 - 86_400 - 1, now / 1000 - 82_800];
      utimesSync(join(place, old), dayAgo, dayAgo);
      utimesSync(join(place, young), hourLess, hourLess);
      utimesSync(join(place, foreign), 1, 1);
    }
    (await backUp(from, join(folder, 'site.tar.gz'), now))._unsafeUnwrap();
    for (const [place, [old, young, foreign]] of left) {
      const stays = [old, young, foreign].map((name) => existsSync(join(place, name)));
      expect(stays).toEqual([false, true, true]);
    }
  });

  test('names an e-book whose file is gone, and holds all the rest', async () => {
    const broken = await makeSite();
    rmSync(join(broken.ebookDirectory, ebookKey));
    const made = (await backUp(broken, freshPath('without.tar.gz')))._unsafeUnwrap();
    expect(made.missingEbooks).toEqual([ebookKey]);
    expect(made.files.map(({ path }) => path)).toContain('database.sqlite');
  });

  test('holds keys that are links to files elsewhere', async () => {
    const linked = await makeSite();
    const mounted = freshPath('mounted.key');
    writeFileSync(mounted, 'a key from elsewhere');
    symlinkSync(mounted, join(linked.keysDirectory, 'linked.key'));
    symlinkSync(freshPath('nowhere'), join(linked.keysDirectory, 'broken.key'));
    const path = freshPath('linked.tar.gz');
    (await backUp(linked, path))._unsafeUnwrap();
    const target = configOf(freshPath('restored'));
    (await restoreBackup(target, path))._unsafeUnwrap();
    const keys = readdirSync(target.keysDirectory);
    expect(keys.toSorted()).toEqual(['linked.key', 'secret-box.key']);
    expect(readFileSync(join(target.keysDirectory, 'linked.key'), 'utf8')).toBe(
      'a key from elsewhere',
    );
  });

  test('that could not be restored is an error, and the one before stays', async () => {
    const target = freshPath('kept.tar.gz');
    copyFileSync(archive, target);
    const real = sqliteSnapshots(site.sqlitePath);
    // An archive with a file outside its folders is written like any other, and found when it is read back.
    const snapshots: typeof real = {
      ...real,
      take: async (path) =>
        (await real.take(path)).map((taken) => ({ ...taken, ebooks: ['../keys/secret-box.key'] })),
    };
    await expect(makeBackup({ snapshots, folders: site }, target, Date.now())).rejects.toThrow(
      'was not written correctly',
    );
    expect(readFileSync(target).equals(readFileSync(archive))).toBe(true);
    const names = readdirSync(dirname(target)).filter((name) => name.endsWith('.part'));
    expect(names).toEqual([]);
  });

  test('is not made of a damaged database, and the one before stays', async () => {
    const broken = await makeSite();
    const target = freshPath('kept.tar.gz');
    copyFileSync(archive, target);
    const bytes = readFileSync(broken.sqlitePath);
    bytes.fill(0x5a, 4096 * 3, 4096 * 9);
    writeFileSync(broken.sqlitePath, bytes);
    const ended = await runCommandLine(['backup', target], { DATA_DIR: broken.dataDirectory });
    expect(ended).toMatchObject({ status: 1, out: '' });
    expect(ended.error).toMatch(/^No backup was made, because the database is damaged: .*\n$/);
    expect(readFileSync(target).equals(readFileSync(archive))).toBe(true);
  });
});

describe('the commands', () => {
  test('a folder keeps the newest, and no file of others is touched', async () => {
    const folder = freshPath('backups');
    const env = { DATA_DIR: site.dataDirectory };
    mkdirSync(folder);
    const others = ['coachsite-20200101T000000000Z.tar.gz', 'coachsite-mine.tar.gz', 'notes.txt'];
    for (const name of others) writeFileSync(join(folder, name), 'not a backup');
    others.push('coachsite-before-summer.tar.gz');
    copyFileSync(archive, join(folder, 'coachsite-before-summer.tar.gz'));
    copyFileSync(archive, join(folder, 'coachsite-20210101T000000000Z.tar.gz'));
    copyFileSync(archive, join(folder, 'coachsite-20220101T000000000Z.tar.gz'));
    const ended = await runCommandLine(['backup', folder, '--keep', '2'], env);
    expect(ended).toMatchObject({ status: 0, error: '' });
    expect(ended.out).toContain('Removed coachsite-20210101T000000000Z.tar.gz\n');
    const names = readdirSync(folder);
    expect(names).toEqual(expect.arrayContaining(others));
    expect(names).toContain('coachsite-20220101T000000000Z.tar.gz');
    expect(names).toHaveLength(others.length + 2);
    const database = openDatabase(site.sqlitePath);
    const lastAt = await sqlMaintenanceLog(database).lastAt('backup');
    await database.close();
    expect(lastAt).toBeTypeOf('number');
  });

  test('of two runs at once the earlier one leaves the archive of the later one', async () => {
    const folder = freshPath('backups');
    const now = Date.now();
    const run = async (at: number) => {
      const target = { folder, name: backupFileName(at), keep: 1 };
      return (await writeBackup(configOf(site.dataDirectory), target, at))._unsafeUnwrap();
    };
    await run(now - 1000);
    expect((await run(now - 2000)).removed).toEqual([]);
    expect(readdirSync(folder)).toContain(backupFileName(now - 1000));
    // The next run leaves one again.
    await run(now);
    expect(readdirSync(folder)).toEqual([backupFileName(now)]);
  });

  test('a backup was made, whatever becomes of older ones', async () => {
    const folder = freshPath('backups');
    mkdirSync(folder);
    const older = 'coachsite-20210101T000000000Z.tar.gz';
    symlinkSync(older, join(folder, older));
    const env = { DATA_DIR: site.dataDirectory };
    const ended = await runCommandLine(['backup', folder, '--keep', '1'], env);
    expect(ended.status).toBe(0);
    expect(ended.out).toMatch(/ files, .* checked\n$/);
    expect(ended.error).toBe(
      `Note: older backups were not all removed: ${join(folder, older)}: its links lead in a circle\n`,
    );
    expect(readdirSync(folder)).toHaveLength(2);
  });

  test('a device is no place for a backup', () => {
    expect(backupTarget('/dev/null', undefined, 0)._unsafeUnwrapErr().kind).toBe('neither');
  });

  test('neither a link to a file nor the backup that it leads to is replaced', async () => {
    const [older, latest, lost] = [freshPath('older.tar.gz'), freshPath('l'), freshPath('l')];
    copyFileSync(archive, older);
    symlinkSync(older, latest);
    symlinkSync(freshPath('nowhere'), lost);
    for (const link of [latest, lost]) {
      const ended = await runCommandLine(['backup', link], { DATA_DIR: site.dataDirectory });
      expect(ended).toEqual({
        status: 1,
        out: '',
        error: `${link} is a link: name a folder, or the file that the link leads to\n`,
      });
      expect(lstatSync(link).isSymbolicLink()).toBe(true);
    }
    expect(readFileSync(older)).toEqual(readFileSync(archive));
  });

  test('a file that is no backup is not overwritten', async () => {
    const path = freshPath('letter.txt');
    writeFileSync(path, 'Dear reader');
    const ended = await runCommandLine(['backup', path], { DATA_DIR: site.dataDirectory });
    expect(ended).toMatchObject({ status: 1, out: '' });
    expect(readFileSync(path, 'utf8')).toBe('Dear reader');
  });

  test('a backup has no place among what the site cleans up', async () => {
    const { outboxDirectory, ebookDirectory, keysDirectory } = site;
    const link = freshPath('link');
    symlinkSync(outboxDirectory, link);
    for (const folder of [outboxDirectory, ebookDirectory, keysDirectory, link, `${link}/new/`]) {
      const ended = await runCommandLine(['backup', folder], { DATA_DIR: site.dataDirectory });
      expect(ended).toMatchObject({ status: 1, out: '' });
      expect(ended.error).toMatch(/belongs to the data of the site/);
    }
  });

  test('a restore says in one sentence why not', async () => {
    const env = { DATA_DIR: site.dataDirectory };
    const onto = await runCommandLine(['restore', archive], env);
    expect(onto).toMatchObject({ status: 1, out: '' });
    expect(onto.error).toMatch(/^.* is not empty .*nothing was changed\n$/);
    const none = await runCommandLine(['restore', freshPath('none')], env);
    expect(none).toMatchObject({ status: 1, out: '' });
    expect(none.error).toMatch(/^There is no file .*\n$/);
  });

  test('without a database there is nothing to back up', async () => {
    const empty = freshPath('empty');
    const ended = await runCommandLine(['backup', freshPath('x.tar.gz')], { DATA_DIR: empty });
    expect(ended).toMatchObject({ status: 1, out: '' });
    expect(ended.error).toMatch(/^There is nothing to back up: .*\n$/);
    expect(existsSync(empty)).toBe(false);
  });
});
