import { createHash, randomBytes } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import {
  newestSchema,
  openDatabase,
  openSqlite,
  sqliteMaintenanceLog,
  sqliteSnapshots,
  takeProcessLock,
} from '@coachsite/adapters/sqlite';
import { makeBackup, openMigrated, restoreBackup } from '@coachsite/server/backup';
import { type Config, readConfig } from '@coachsite/server/config';
import { pack } from 'tar-stream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runCommandLine } from '../support/command.ts';
import { newSchema, onSchema } from '../support/postgres-schema.ts';

const root = mkdtempSync(join(tmpdir(), 'coachsite-backup-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

let number = 0;
const freshPath = (name: string) => {
  number += 1;
  return join(root, `${number}-${name}`);
};
const configOf = (dataDirectory: string, env: Readonly<Record<string, string>> = {}): Config =>
  readConfig({ DATA_DIR: dataDirectory, ...env })._unsafeUnwrap();

const outbox = { '20261123T120000000Z-a.eml': 'Subject: a\r\n\r\nDag' };
const ebook = randomBytes(300_000);
const ebookKey = createHash('sha256').update(ebook).digest('hex');

/** A small site on disk, without a server. */
async function makeSite(): Promise<Config> {
  const config = configOf(freshPath('data'));
  mkdirSync(config.dataDirectory, { mode: 0o700 });
  const database = openSqlite(config.sqlitePath);
  database.sql
    .prepare(
      `INSERT INTO ebook_version (id, file_name, size_bytes, sha256, pages, uploaded_at_ms, activation)
       VALUES ('v1', 'guide.pdf', ?, ?, 1, 1, 1)`,
    )
    .run(ebook.length, ebookKey);
  await database.close();
  for (const folder of [config.ebookDirectory, config.keysDirectory, config.outboxDirectory]) {
    mkdirSync(folder);
  }
  writeFileSync(join(config.ebookDirectory, ebookKey), ebook);
  writeFileSync(join(config.ebookDirectory, '1-part.part'), 'an upload under way');
  writeFileSync(join(config.keysDirectory, 'secret-box.key'), 'a key');
  for (const [name, text] of Object.entries(outbox)) {
    writeFileSync(join(config.outboxDirectory, name), text);
  }
  writeFileSync(join(config.outboxDirectory, 'b.eml.part'), 'half a mail');
  return config;
}

const backUp = (config: Config, target: string, now = Date.now()) =>
  makeBackup({ snapshots: sqliteSnapshots(config.sqlitePath), folders: config }, target, now);

let site: Config;
let archive: string;
beforeAll(async () => {
  site = await makeSite();
  archive = freshPath('site.tar.gz');
  (await backUp(site, archive))._unsafeUnwrap();
});

/** All paths below a folder. */
const tree = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();

/** An archive of these entries, whatever they are. */
async function archiveOf(
  entries: readonly (readonly [name: string, text: string, link?: string])[],
): Promise<string> {
  const tar = pack();
  for (const [name, text, linkname] of entries) {
    if (linkname) tar.entry({ name, type: 'symlink', linkname });
    else tar.entry({ name }, text);
  }
  tar.finalize();
  const chunks: Uint8Array[] = [];
  for await (const chunk of tar) chunks.push(chunk as Uint8Array);
  const path = freshPath('made.tar.gz');
  writeFileSync(path, gzipSync(Buffer.concat(chunks)));
  return path;
}

const headerText = (change: object = {}) =>
  JSON.stringify({
    format: 'coachsite-backup',
    version: 1,
    createdAt: '2026-11-23T22:00:00.000Z',
    database: { engine: 'sqlite', schema: newestSchema() },
    ...change,
  });

const ofNewerSchema = () =>
  archiveOf([
    [
      'coachsite-backup.json',
      headerText({ database: { engine: 'sqlite', schema: newestSchema() + 1 } }),
    ],
  ]);

/** The smallest file that programs for zip files accept. */
const emptyZip = Buffer.concat([Buffer.from('PK\x05\x06'), Buffer.alloc(18)]);

/** A copy of the good archive with a change to its bytes. */
function altered(change: (bytes: Buffer) => Buffer): string {
  const path = freshPath('altered.tar.gz');
  writeFileSync(path, change(readFileSync(archive)));
  return path;
}

function withOtherBit(bytes: Buffer, at: number): Buffer {
  bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
  return bytes;
}

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
    const names = readdirSync(root).filter((name) => name.endsWith('.part'));
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

describe.each([
  ['SQLite', false],
  ['PostgreSQL', true],
])('a restore into %s rejects, and changes nothing', (_database, isPostgres) => {
  let env: Readonly<Record<string, string>> = {};
  beforeAll(async () => {
    if (isPostgres) env = { DATABASE_URL: await newSchema() };
  });
  const expectNothingIn = async (folder: string) => {
    expect(existsSync(folder)).toBe(false);
    const tables = 'SELECT 1 FROM pg_tables WHERE schemaname = current_schema()';
    if (isPostgres) expect(await onSchema(env['DATABASE_URL'], tables)).toEqual([]);
  };
  const kindOf = async (path: string) => {
    const folder = freshPath('target');
    const restored = await restoreBackup(configOf(join(folder, 'below', 'data'), env), path);
    await expectNothingIn(folder);
    return restored.match(
      () => 'restored',
      ({ kind }) => kind,
    );
  };

  test.each([
    ['no gzip', () => altered(() => Buffer.from('this is no archive'))],
    ['a zip', () => altered(() => emptyZip)],
    ['an empty file', () => altered(() => Buffer.alloc(0))],
    ['a gzipped text', () => altered(() => gzipSync('this is no archive'))],
    ['another tar', () => archiveOf([['README.md', '# Another program']])],
    ['another header', () => archiveOf([['coachsite-backup.json', '{"format":"other"}']])],
    ['a header that is no JSON', () => archiveOf([['coachsite-backup.json', '{']])],
  ])('what is foreign: %s', async (_name, make) =>
    expect(await kindOf(await make())).toBe('foreign'),
  );

  test.each([
    ['cut off', () => altered((bytes) => bytes.subarray(0, bytes.length - 5000))],
    ['cut off in the tar', () => altered((bytes) => gzipSync(gunzipSync(bytes).subarray(0, 5120)))],
    ['one bit', () => altered((bytes) => withOtherBit(bytes, 150_000))],
    [
      'one bit before it was packed',
      () =>
        altered((bytes) => {
          const tar = gunzipSync(bytes);
          return gzipSync(withOtherBit(tar, tar.indexOf(ebook.subarray(1000, 1100))));
        }),
    ],
    ['no manifest', () => archiveOf([['coachsite-backup.json', headerText()]])],
    [
      'a path that leaves the folder',
      () =>
        archiveOf([
          ['coachsite-backup.json', headerText()],
          ['keys/../../evil', 'x'],
        ]),
    ],
    [
      'a link',
      () =>
        archiveOf([
          ['coachsite-backup.json', headerText()],
          ['keys/link', '', '/etc/hostname'],
        ]),
    ],
    [
      'no database',
      () =>
        archiveOf([
          ['coachsite-backup.json', headerText()],
          ['manifest.json', '{"files":[]}'],
        ]),
    ],
    [
      'no SQLite file',
      () => {
        const sha256 = createHash('sha256').update('rubbish').digest('hex');
        const files = [{ path: 'database.sqlite', sizeBytes: 7, sha256 }];
        return archiveOf([
          ['coachsite-backup.json', headerText()],
          ['database.sqlite', 'rubbish'],
          ['manifest.json', JSON.stringify({ files })],
        ]);
      },
    ],
  ])('what is damaged: %s', async (_name, make) =>
    expect(await kindOf(await make())).toBe('damaged'),
  );

  test('what is newer', async () => {
    expect(await kindOf(await ofNewerSchema())).toBe('newer');
    const format = headerText({ version: 2 });
    expect(await kindOf(await archiveOf([['coachsite-backup.json', format]]))).toBe('newer');
  });

  test.each([
    ['a zip', () => altered(() => emptyZip), 'is no backup of this program'],
    ['a part of an archive', () => altered((bytes) => bytes.subarray(0, 100_000)), 'is damaged or'],
    ['what is newer', ofNewerSchema, 'is from a newer version of this program'],
  ])('by the command, in one sentence: %s', async (_name, make, reason) => {
    const folder = freshPath('target');
    const given = { DATA_DIR: join(folder, 'data'), ...env };
    const ended = await runCommandLine(['restore', await make()], given);
    expect(ended).toMatchObject({ status: 1, out: '' });
    expect(ended.error).toMatch(new RegExp(`^/\\S+ ${reason}.*; nothing was changed\n$`));
    await expectNothingIn(folder);
  });

  test('a folder that is not empty, or that a server uses', async () => {
    const before = tree(site.dataDirectory);
    const onto = await restoreBackup(configOf(site.dataDirectory, env), archive);
    expect(onto._unsafeUnwrapErr().kind).toBe('not_empty');
    expect(tree(site.dataDirectory).filter((path) => !before.includes(path))).toEqual([]);

    const used = configOf(freshPath('used'), env);
    mkdirSync(used.dataDirectory);
    const held = takeProcessLock(join(used.dataDirectory, 'server.lock'))._unsafeUnwrap();
    const beside = await restoreBackup(used, archive);
    expect(beside._unsafeUnwrapErr().kind).toBe('in_use');
    held.release();
    // What a restore left that was killed is no obstacle.
    mkdirSync(join(used.dataDirectory, '.restore-aB3dE6'));
    expect((await restoreBackup(used, archive)).isOk()).toBe(true);
    expect(readdirSync(used.dataDirectory).filter((name) => name.startsWith('.'))).toEqual([]);
  });
});

describe('the commands', () => {
  test('a folder keeps the newest, and no file of others is touched', async () => {
    const folder = freshPath('backups');
    const env = { DATA_DIR: site.dataDirectory };
    mkdirSync(folder);
    const others = ['coachsite-20200101T000000000Z.tar.gz', 'coachsite-mine.tar.gz', 'notes.txt'];
    for (const name of others) writeFileSync(join(folder, name), 'not a backup');
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
    const lastAt = await sqliteMaintenanceLog(database).lastAt('backup');
    await database.close();
    expect(lastAt).toBeTypeOf('number');
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

  test('a file that is no backup is not overwritten', async () => {
    const path = freshPath('letter.txt');
    writeFileSync(path, 'Dear reader');
    const ended = await runCommandLine(['backup', path], { DATA_DIR: site.dataDirectory });
    expect(ended).toMatchObject({ status: 1, out: '' });
    expect(readFileSync(path, 'utf8')).toBe('Dear reader');
  });

  test('a backup has no place among what the site cleans up', async () => {
    for (const folder of [site.outboxDirectory, site.ebookDirectory, site.keysDirectory]) {
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
