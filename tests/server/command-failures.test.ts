import {
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterEach, describe, expect, onTestFinished, test } from 'vitest';
import { failureSentence, startSentence } from '#server/src/config/failure-sentence.ts';
import { runCommandLine } from '../support/command.ts';
import { newSchema } from '../support/postgres-schema.ts';
import { startSiteProcess } from '../support/site-process.ts';

const folders: string[] = [];
const newFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'coachsite-failures-'));
  folders.push(folder);
  return folder;
};
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** Commands that open the stores, or copy them, in different ways. */
const commands = ['admin list', 'errors --json', 'ebook stats', 'preflight', 'keys rotate', 'seed'];

const places: readonly (readonly [string, (path: string) => void, RegExp])[] = [
  ['a folder', mkdirSync, /^\S+coachsite\.sqlite: is a folder\n$/],
  [
    'a link to itself',
    (path) => symlinkSync(path, path),
    /^\S+coachsite\.sqlite: its links lead in a circle\n$/,
  ],
  [
    'no database',
    (path) => writeFileSync(path, 'this is no database'.repeat(100)),
    /^The database \S+ cannot be used: it is no database, or damaged; .*\n$/,
  ],
];

describe.each(places)('where the database is %s', (_what, make, sentence) => {
  test.each(commands)('%s says so in a sentence, and a start says the same', async (command) => {
    const folder = newFolder();
    make(join(folder, 'coachsite.sqlite'));
    const ended = await runCommandLine(command.split(' '), { DATA_DIR: folder });
    expect(ended).toMatchObject({ status: 1, out: '' });
    expect(ended.error).toMatch(sentence);
    if (command !== 'admin list') return;
    const start = await startSiteProcess(folder);
    expect(await start.ended).toBe(1);
    expect(start.said.err).toBe(ended.error);
  });
});

test('a database that is no database is left as it is', async () => {
  const folder = newFolder();
  const path = join(folder, 'coachsite.sqlite');
  writeFileSync(path, 'this is no database'.repeat(100));
  await runCommandLine(['admin', 'list'], { DATA_DIR: folder });
  expect(readFileSync(path, 'utf8')).toBe('this is no database'.repeat(100));
});

describe('where PostgreSQL cannot be used', () => {
  test.each([...commands, 'backup site.tar.gz'])(
    '%s says that nothing accepts connections, without the password',
    async (command) => {
      const ended = await runCommandLine(command.split(' '), {
        DATA_DIR: newFolder(),
        DATABASE_URL: 'postgres://coach:hush-hush@localhost:1/site',
      });
      expect(ended).toMatchObject({ status: 1, out: '' });
      expect(ended.error).toMatch(
        /^(No backup was made: )?DATABASE_URL: the database cannot be used: nothing accepts connections there; .*\n$/,
      );
      expect(ended.error).not.toContain('hush-hush');
    },
  );

  test('a file that its URL names and that is missing is named with the variable', async () => {
    const env = {
      DATA_DIR: newFolder(),
      PORT: '0',
      DATABASE_URL: 'postgres://localhost:1/site?sslmode=verify-full&sslrootcert=/nowhere.pem',
    };
    const error = 'DATABASE_URL: /nowhere.pem: does not exist\n';
    expect(await runCommandLine(['admin', 'list'], env)).toEqual({ status: 1, out: '', error });
  });

  test.each<[string, (url: URL) => void, string]>([
    [
      'a name that the server does not know',
      (url) => {
        url.pathname = '/nowhere';
      },
      'there is no database of that name: make it (CREATE DATABASE), or correct the URL',
    ],
    [
      'a reason without words of its own',
      (url) => url.searchParams.set('options', '-c nonsense=1'),
      'unrecognized configuration parameter "nonsense". The log of its server may say more',
    ],
    [
      'a server without TLS',
      (url) => url.searchParams.set('sslmode', 'verify-full'),
      'its server speaks no TLS: turn it on there (ssl = on), or leave sslmode out where the way to it is private',
    ],
  ])('%s is called that', async (_what, change, reason) => {
    const url = new URL(await newSchema());
    change(url);
    const ended = await runCommandLine(['admin', 'list'], {
      DATA_DIR: newFolder(),
      DATABASE_URL: url.href,
    });
    expect(ended).toEqual({
      status: 1,
      out: '',
      error: `DATABASE_URL: the database cannot be used: ${reason}\n`,
    });
  });

  test('a URL that lacks a password gets another reason than a connection that ended', () => {
    const lost = (message: string, code = 'LOST') =>
      failureSentence(Object.assign(new Error(message), { code: `POSTGRES_${code}` }), {
        sqlitePath: '',
      }).replace(/.*used: /, '');
    expect(lost('write EPIPE', 'EPIPE')).toBe('the connection ended; try again in a moment');
    expect(lost('terminating connection due to administrator command', '57P01')).toBe(
      'it is stopping, or somebody ended the connection; try again',
    );
    expect(lost('SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string')).toBe(
      'it asks for a password, and the URL has none: postgres://user:password@host/database',
    );
    for (const message of ['Connection terminated unexpectedly', 'timeout expired']) {
      expect(lost(message)).toMatch(/^the connection ended, or nothing responded; is PostgreSQL /);
    }
  });

  test.each([
    [
      'DEPTH_ZERO_SELF_SIGNED_CERT',
      'self-signed certificate; if the root CA is installed locally, …',
    ],
    ['SELF_SIGNED_CERT_IN_CHAIN', 'self-signed certificate in certificate chain'],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'unable to verify the first certificate'],
  ])('a certificate of an authority of one’s own (%s) gets the way to name it', (code, message) => {
    const error = Object.assign(new Error(message), { code: `POSTGRES_${code}` });
    const sentence = failureSentence(error, { sqlitePath: '' });
    expect(sentence).toMatch(/sslmode=verify-full&sslrootcert=FILE\. .* sslmode=no-verify$/);
  });
});

describe('what this user may not reach is not called missing', () => {
  const loop = (path: string) => symlinkSync(path, path);

  test('a file for the e-book', async () => {
    const path = join(newFolder(), 'guide.pdf');
    loop(path);
    const ended = await runCommandLine(['ebook', 'put', path], { DATA_DIR: newFolder() });
    expect(ended).toEqual({ status: 1, out: '', error: `${path}: its links lead in a circle\n` });
    const missing = await runCommandLine(['ebook', 'put', `${path}f`], { DATA_DIR: newFolder() });
    expect(missing.error).toBe(`There is no file ${path}f\n`);
  });

  test('the keys: a backup would be made without them', async () => {
    const folder = newFolder();
    await startSiteProcess(folder).then(async ({ child, ready, ended }) => {
      await ready;
      child.kill('SIGTERM');
      await ended;
    });
    const keys = join(folder, 'keys');
    rmSync(keys, { recursive: true });
    loop(keys);
    const target = newFolder();
    const ended = await runCommandLine(['backup', target], { DATA_DIR: folder });
    expect(ended).toMatchObject({ status: 1, out: '' });
    expect(ended.error).toBe(`No backup was made: ${keys}: its links lead in a circle\n`);
    expect(readdirSync(target)).toEqual([]);
  });

  test('the place of a backup, and an archive', async () => {
    const path = join(newFolder(), 'site.tar.gz');
    loop(path);
    for (const [command, whatNot] of [
      ['backup', 'No backup was made'],
      ['restore', 'Nothing was restored'],
    ] as const) {
      const ended = await runCommandLine([command, path], { DATA_DIR: newFolder() });
      expect(ended).toMatchObject({ status: 1, out: '' });
      expect(ended.error).toBe(`${whatNot}: ${path}: its links lead in a circle\n`);
    }
  });
});

test('a start says in a sentence that the port is for root alone', () => {
  const place = { host: '127.0.0.1', port: 80, sqlitePath: '' };
  // As Node makes it.
  const error = Object.assign(new Error('listen EACCES: permission denied 127.0.0.1:80'), {
    code: 'EACCES',
    syscall: 'listen',
    port: 80,
  });
  expect(startSentence(error, place)).toBe(
    'PORT: this user may not listen on 127.0.0.1:80. Expected: 1024 or more',
  );
  // A file is something else.
  const file = Object.assign(new Error('no'), { code: 'EACCES', path: '/data/keys' });
  expect(startSentence(file, place)).toBe('/data/keys: permission denied');
});

test('a disk that is full is called that, whatever SQLite was doing', () => {
  const sql = new Sqlite(':memory:');
  sql.pragma('max_page_count = 2');
  sql.exec('CREATE TABLE some (text TEXT)');
  let full: unknown;
  try {
    sql.prepare('INSERT INTO some VALUES (?)').run('x'.repeat(100_000));
  } catch (error) {
    full = error;
  }
  const sentence = (error: unknown) =>
    failureSentence(error, { sqlitePath: '/data/coachsite.sqlite' });
  expect(sentence(full)).toBe('the disk is full');
  // What SQLite says where there is not a byte left to open a database with.
  const index = Object.assign(new Error('disk I/O error'), { code: 'SQLITE_IOERR_SHMSIZE' });
  expect(sentence(index)).toBe('the disk is full');
});

test.runIf(existsSync('/dev/full'))('a full disk is called that where no file is named', () => {
  const device = openSync('/dev/full', 'w');
  onTestFinished(() => closeSync(device));
  let full: unknown;
  try {
    writeSync(device, 'x');
  } catch (error) {
    full = error;
  }
  expect(failureSentence(full, { sqlitePath: '' })).toBe('the disk is full');
});
