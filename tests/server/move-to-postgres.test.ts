import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { openPostgres } from '@coachsite/adapters/postgres';
import { openSqlite, type SqliteDatabase, takeProcessLock } from '@coachsite/adapters/sqlite';
import pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { allRows, contentUndone } from '../support/all-rows.ts';
import { runCommandLine } from '../support/command.ts';
import { cuttable } from '../support/cuttable.ts';
import { hashOf } from '../support/pdf.ts';
import { newSchema, onSchema } from '../support/postgres-schema.ts';
import { seedSite } from '../support/seeded-site.ts';
import { startSiteProcess } from '../support/site-process.ts';

const root = mkdtempSync(join(tmpdir(), 'coachsite-move-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
const newFolder = () => mkdtempSync(join(root, 'data-'));

const password = 'Vlaamse-Kermis-27';
const data = join(root, 'site');
const consents = 300;
/** Enough for a copy that takes a while. */
const manyConsents = 10_000;
/** Rows of the site, which nobody changes. */
let rows: Record<string, readonly string[]>;

/** Rows without the time of the last backup, which every backup changes. */
const rowsOf = (folder: string) => {
  const { maintenance: _, ...others } = allRows(join(folder, 'coachsite.sqlite'));
  return others;
};

function addConsents({ sql }: SqliteDatabase, from: number, to: number): void {
  const add = sql.prepare(`INSERT INTO consent_records VALUES (?, '1', 'nl', 0, 1, 0, ?, -1)`);
  sql.transaction(() => {
    for (let n = from; n < to; n += 1) add.run(`n${n}`, n);
  })();
}

beforeAll(async () => {
  const env = { DATA_DIR: data };
  await seedSite(data);
  const made = ['admin', 'create', '--email', 'an@example.com', '--password-stdin'];
  expect((await runCommandLine(made, env, `${password}\n`)).status).toBe(0);
  mkdirSync(join(data, 'outbox'), { recursive: true });
  writeFileSync(join(data, 'outbox', 'a.eml'), 'Subject: a');
  const database = openSqlite(join(data, 'coachsite.sqlite'));
  addConsents(database, 0, consents);
  for (const activation of [101, 102]) {
    const bytes = randomBytes(1_000_000);
    const key = hashOf(bytes);
    writeFileSync(join(data, 'ebook', key), bytes);
    database.sql
      .prepare("INSERT INTO ebook_version VALUES (?, 'guide.pdf', ?, ?, 3, 1, ?)")
      .run(`v${activation}`, bytes.length, key, activation);
  }
  await database.close();
  rows = rowsOf(data);
});

const move = (url: string, ...given: readonly string[]) =>
  runCommandLine(['migrate-to-postgres', ...given], { DATA_DIR: data, DATABASE_URL: url });

test('moves every row and file, says what, and may run again', async () => {
  const url = await newSchema();
  const moved = await move(url);
  expect(moved).toMatchObject({ status: 0, error: '' });
  expect(moved.out).toContain('compared row by row and byte by byte');
  expect(moved.out).toMatch(new RegExp(`consent_records +${consents}\n`));
  expect(moved.out).toMatch(/e-book files +3\n/);
  const again = await move(url);
  expect(again).toMatchObject({ status: 0, error: '' });
  expect(again.out).toContain('holds this site already; nothing was changed');
  expect(rowsOf(data)).toEqual(rows);
  // The archive of the one restores into the other.
  const archive = join(newFolder(), 'postgres.tar.gz');
  const env = { DATA_DIR: data, DATABASE_URL: url };
  expect(await runCommandLine(['backup', archive], env)).toMatchObject({ status: 0, error: '' });
  const target = newFolder();
  const restored = await runCommandLine(['restore', archive], { DATA_DIR: target });
  expect(restored).toMatchObject({ status: 0, error: '' });
  expect(rowsOf(target)).toEqual(rows);
  for (const folder of ['ebook', 'keys', 'outbox']) {
    const filesOf = (of: string) =>
      readdirSync(join(of, folder)).map((name) => [
        name,
        hashOf(readFileSync(join(of, folder, name))),
      ]);
    expect(filesOf(target)).toEqual(filesOf(data));
  }
});

test('a dry run says what would be moved, beside a server, and writes nothing', async () => {
  const url = await newSchema();
  const held = takeProcessLock(join(data, 'server.lock'))._unsafeUnwrap();
  try {
    const rejected = await move(url);
    expect(rejected).toMatchObject({ status: 1, out: '' });
    expect(rejected.error).toContain(`A server is using ${data}: stop it first`);
    const looked = await move(url, '--dry-run');
    expect(looked).toMatchObject({ status: 0, error: '' });
    expect(looked.out).toContain('Nothing was written.');
    expect(looked.out).toMatch(new RegExp(`consent_records +${consents}\n`));
  } finally {
    held.release();
  }
  const tables = await onSchema(url, 'SELECT 1 FROM pg_tables WHERE schemaname = current_schema()');
  expect(tables).toEqual([]);
  expect(readdirSync(data).filter((name) => name.startsWith('.'))).toEqual([]);
});

test('a site that a command writes to while it is moved is not moved, and is when it runs again', async () => {
  const folder = newFolder();
  cpSync(data, folder, { recursive: true });
  const url = await newSchema();
  await (await openPostgres(url)).close();
  const inTheWay = new pg.Client(url);
  await inTheWay.connect();
  await inTheWay.query('BEGIN; LOCK TABLE users IN ACCESS EXCLUSIVE MODE');
  const env = { DATA_DIR: folder, DATABASE_URL: url };
  const moving = runCommandLine(['migrate-to-postgres'], env);
  const isWaitedFor = async () => {
    const locks = `SELECT 1 FROM pg_locks WHERE NOT granted AND relation = to_regclass('users')`;
    return (await onSchema(url, locks)).length > 0;
  };
  await expect.poll(isWaitedFor, { timeout: 20_000 }).toBe(true);
  const database = openSqlite(join(folder, 'coachsite.sqlite'));
  addConsents(database, consents, consents + 1);
  await database.close();
  await inTheWay.end();
  const moved = await moving;
  expect(moved).toMatchObject({ status: 1, out: '' });
  expect(moved.error).toContain('run this again');
  expect(await onSchema(url, 'SELECT 1 FROM users')).toEqual([]);
  const again = await runCommandLine(['migrate-to-postgres'], env);
  expect(again).toMatchObject({ status: 0, error: '' });
  expect(again.out).toMatch(new RegExp(`consent_records +${consents + 1}\n`));
});

test('killed at any time, it leaves nothing or everything, and the next run ends it', async () => {
  const large = newFolder();
  cpSync(data, large, { recursive: true });
  const database = openSqlite(join(large, 'coachsite.sqlite'));
  addConsents(database, consents, manyConsents);
  await database.close();
  const before = rowsOf(large);
  const url = await newSchema();
  const env = { DATA_DIR: large, DATABASE_URL: url };
  const script = join(import.meta.dirname, '../../scripts/migrate-to-postgres.ts');
  const isLocked = async () => {
    const locks = await onSchema(
      url,
      `SELECT 1 FROM pg_locks WHERE mode = 'ExclusiveLock' AND relation = to_regclass('users')`,
    );
    return locks.length > 0;
  };
  const count = async () =>
    (await onSchema<{ rows: number }>(url, 'SELECT count(*)::int AS rows FROM consent_records'))[0]
      ?.rows;
  for (const afterMs of [0, 20, 75, 200, 450]) {
    const child = spawn(process.execPath, [script], {
      env: { ...process.env, ...env },
      stdio: 'ignore',
    });
    const ended = once(child, 'exit');
    while (child.exitCode === null && !(await isLocked())) await wait(5);
    await wait(afterMs);
    child.kill('SIGKILL');
    await ended;
    expect([0, manyConsents]).toContain(await count());
  }
  const moved = await runCommandLine(['migrate-to-postgres'], env);
  expect(moved).toMatchObject({ status: 0, error: '' });
  const archive = join(newFolder(), 'postgres.tar.gz');
  await runCommandLine(['backup', archive], env);
  const target = newFolder();
  await runCommandLine(['restore', archive], { DATA_DIR: target });
  expect(rowsOf(target)).toEqual(before);
});

test.each(['before', 'after'] as const)(
  'a connection that is lost in the COMMIT, %s it is done, leaves nothing or everything, and the next run ends it',
  async (when) => {
    const stored = when === 'before' ? 0 : consents;
    const lineTo = async (schema: string) => {
      const line = await cuttable(schema);
      onTestFinished(line.stop);
      line.loseCommit('LOCK TABLE', when);
      return line.url;
    };
    const count = async (schema: string) => {
      const query = 'SELECT count(*)::int AS rows FROM consent_records';
      return (await onSchema<{ rows: number }>(schema, query))[0]?.rows;
    };
    const moved = await newSchema();
    const url = await lineTo(moved);
    const unconfirmed =
      'DATABASE_URL: the database cannot be used: the connection ended in the last step, so it is not known whether all is stored. Run this again: it finds out\n';
    expect(await move(url)).toEqual({ status: 1, out: '', error: unconfirmed });
    expect(await count(moved)).toBe(stored);
    const again = await move(url);
    expect(again).toMatchObject({ status: 0, error: '' });
    expect(again.out.includes('holds this site already')).toBe(when === 'after');

    const archive = join(newFolder(), 'postgres.tar.gz');
    const env = { DATA_DIR: data, DATABASE_URL: moved };
    expect((await runCommandLine(['backup', archive], env)).status).toBe(0);
    const restored = await newSchema();
    const target = newFolder();
    const into = { DATA_DIR: target, DATABASE_URL: await lineTo(restored) };
    expect(await runCommandLine(['restore', archive], into)).toEqual({
      status: 1,
      out: '',
      error: unconfirmed,
    });
    expect(await count(restored)).toBe(stored);
    expect(readdirSync(target)).toEqual([]);
    expect(await runCommandLine(['restore', archive], into)).toMatchObject({ status: 0 });
    expect(await count(restored)).toBe(consents);
    expect(readdirSync(join(target, 'keys'))).toEqual(readdirSync(join(data, 'keys')));
  },
);

test('an archive of SQLite restores into PostgreSQL, and only where nothing is', async () => {
  const url = await newSchema();
  const archive = join(newFolder(), 'sqlite.tar.gz');
  expect((await runCommandLine(['backup', archive], { DATA_DIR: data })).status).toBe(0);
  const target = newFolder();
  const env = { DATA_DIR: target, DATABASE_URL: url };
  const restored = await runCommandLine(['restore', archive], env);
  expect(restored).toMatchObject({ status: 0, error: '' });
  expect(restored.out).toContain('and the database of DATABASE_URL are as they were at');
  expect(readdirSync(target).filter((name) => !name.startsWith('server.lock'))).toEqual([
    'keys',
    'outbox',
  ]);
  const back = join(newFolder(), 'postgres.tar.gz');
  expect((await runCommandLine(['backup', back], env)).status).toBe(0);
  const sqlite = newFolder();
  expect((await runCommandLine(['restore', back], { DATA_DIR: sqlite })).status).toBe(0);
  expect(rowsOf(sqlite)).toEqual(rows);
  const foreign = join(newFolder(), 'notes.zip');
  writeFileSync(foreign, 'PK');
  const over = await runCommandLine(['backup', foreign], env);
  expect(over).toMatchObject({ status: 1, out: '' });
  expect(over.error).toContain('is no backup of this program, so it was not overwritten');
  expect(readFileSync(foreign, 'utf8')).toBe('PK');

  const onto = await runCommandLine(['restore', archive], env);
  expect(onto).toMatchObject({ status: 1, out: '' });
  expect(onto.error).toContain(`${target} is not empty (it holds keys)`);
  await onSchema(url, "DELETE FROM consent_records WHERE id = 'n7'");
  const elsewhere = newFolder();
  const used = await runCommandLine(['restore', archive], { ...env, DATA_DIR: elsewhere });
  expect(used).toMatchObject({ status: 1, out: '' });
  expect(used.error).toContain('The database of DATABASE_URL is not empty');
  expect(readdirSync(elsewhere)).toEqual([]);
  expect((await move(url)).error).toContain('The database of DATABASE_URL is not empty');

  const damaged = join(newFolder(), 'damaged.tar.gz');
  const bytes = readFileSync(archive);
  writeFileSync(damaged, bytes.subarray(0, bytes.length - 2000));
  const free = { DATA_DIR: elsewhere, DATABASE_URL: await newSchema() };
  expect((await runCommandLine(['restore', damaged], free)).error).toContain(
    'damaged or incomplete',
  );
  expect(readdirSync(elsewhere)).toEqual([]);
});

test('says in a sentence why nothing can be moved, and keeps the password to itself', async () => {
  const none = await runCommandLine(['migrate-to-postgres'], { DATA_DIR: data });
  expect(none).toMatchObject({ status: 1, out: '' });
  expect(none.error).toContain('DATABASE_URL is not set');
  const url = 'postgres://coach:hush-hush@127.0.0.1:1/site';
  const empty = await runCommandLine(['migrate-to-postgres'], {
    DATA_DIR: newFolder(),
    DATABASE_URL: url,
  });
  expect(empty).toMatchObject({ status: 1, out: '' });
  expect(empty.error).toContain('holds no database');
  for (const command of [
    ['migrate-to-postgres'],
    ['migrate-to-postgres', '--dry-run'],
    ['backup', root],
  ]) {
    const away = await runCommandLine(command, { DATA_DIR: data, DATABASE_URL: url });
    expect(away).toMatchObject({ status: 1, out: '' });
    expect(away.error).toContain('DATABASE_URL: the database cannot be used');
    expect(away.error).not.toContain('hush-hush');
    expect(away.error.trim().split('\n')).toHaveLength(1);
  }
  const unknown = await runCommandLine(['migrate-to-postgres', '--fast'], { DATA_DIR: data });
  expect(unknown.status).toBe(2);
});

/** Makes the tables of PostgreSQL's first migration, and gives them the rows of the site, but for what came later. */
async function fillFirstSchema(url: string): Promise<void> {
  const moved = await newSchema();
  expect((await move(moved)).status).toBe(0);
  const [{ from } = { from: '' }] = await onSchema<{ from: string }>(
    moved,
    'SELECT current_schema() AS "from"',
  );
  await onSchema(moved, contentUndone);
  const first = readFileSync('adapters/src/node/postgres/migrations/0049-initial.sql', 'utf8');
  await onSchema(
    url,
    `${first}; CREATE TABLE schema_migrations AS SELECT * FROM ${from}.schema_migrations WHERE version = 49`,
  );
  const columns = await onSchema<{ table: string; names: string }>(
    url,
    `SELECT table_name AS table, string_agg(quote_ident(column_name), ', ') AS names
     FROM information_schema.columns WHERE table_schema = current_schema() GROUP BY table_name`,
  );
  for (const [, table = ''] of first.matchAll(/^CREATE TABLE (\w+)/gm)) {
    const names = columns.find((row) => row.table === table)?.names;
    await onSchema(url, `INSERT INTO ${table} (${names}) SELECT ${names} FROM ${from}.${table}`);
  }
}

test('before PostgreSQL is migrated the site is archived, and a migration that fails changes nothing', async () => {
  const url = await newSchema();
  await fillFirstSchema(url);
  // It claims to be of schema 48, whose names it has; the tables of 0049 are in the way of its migration.
  await onSchema(
    url,
    `UPDATE schema_migrations SET version = 48; ALTER TABLE sessions RENAME ip TO address;
     ALTER TABLE security_events RENAME ip TO address; ALTER TABLE one_time_tokens RENAME recipient TO address`,
  );
  const folder = newFolder();
  const opened = await runCommandLine(['admin', 'list'], { DATA_DIR: folder, DATABASE_URL: url });
  expect(opened).toMatchObject({ status: 1, out: '' });
  expect(await onSchema(url, 'SELECT version FROM schema_migrations')).toEqual([{ version: 48 }]);
  const copies = join(folder, 'before-migration');
  const [copy = ''] = readdirSync(copies);
  const target = newFolder();
  const restored = await runCommandLine(['restore', join(copies, copy)], { DATA_DIR: target });
  expect(restored).toMatchObject({ status: 0, error: '' });
  // It is of schema 48, and migrated like any other.
  const listed = await runCommandLine(['admin', 'list'], { DATA_DIR: target });
  expect(listed.out).toContain('an@example.com');
  // Schema 48 did not know which networks rows came from, when a picture was stored, what but facts has versions, and
  // who else sees an event.
  const unknown =
    /(?:(?:network_bucket|is_public|(?<=\]\},\\")saved_at_ms)\\":\\"-?\d+n|subject\\":\\"\w+)/g;
  const withoutNetworks = (all: typeof rows) =>
    JSON.parse(JSON.stringify(all).replaceAll(unknown, ''));
  expect(withoutNetworks(rowsOf(target))).toEqual(withoutNetworks(rows));
  // An older archive restores into PostgreSQL as well.
  const into = { DATA_DIR: newFolder(), DATABASE_URL: await newSchema() };
  expect((await runCommandLine(['restore', join(copies, copy)], into)).status).toBe(0);
  expect((await runCommandLine(['admin', 'list'], into)).out).toContain('an@example.com');
});

test('a start in PostgreSQL says that the site of the folder was not moved, which can be done as long as it is new', async () => {
  const url = await newSchema();
  const folder = join(root, 'not-moved');
  cpSync(data, folder, { recursive: true });
  const begin = async () => {
    const site = await startSiteProcess(folder, { DATABASE_URL: url });
    await site.ready;
    site.child.kill('SIGTERM');
    expect(await site.ended).toBe(0);
    return site.said.err;
  };
  expect(await begin()).toContain(`the site in ${folder} was not moved`);
  expect(await move(url)).toMatchObject({ status: 0, error: '' });
  expect(await begin()).toBe('');
});
