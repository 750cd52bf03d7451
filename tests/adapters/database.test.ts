import { once } from 'node:events';
import {
  chmodSync,
  fdatasyncSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import {
  migrate,
  needsMigration,
  openDatabase,
  probeWrites,
  takeProcessLock,
} from '@coachsite/adapters/sqlite';
import Sqlite from 'better-sqlite3';
import { expect, onTestFinished, test, vi } from 'vitest';

function opened(sync?: (file: number) => Promise<void>) {
  const path = join(mkdtempSync(join(tmpdir(), 'coachsite-')), 'coachsite.sqlite');
  const database = openDatabase(path, sync);
  database.sql.exec('CREATE TABLE notes (text TEXT) STRICT');
  const insert = database.sql.prepare<[string]>('INSERT INTO notes VALUES (?)');
  const note = (text: string) => database.write(async () => insert.run(text).changes);
  const notes = () => database.sql.prepare<[], string>('SELECT text FROM notes').pluck().all();
  return { path, database, note, notes };
}

test('the lock of a folder is for its owner alone, also where an earlier version made it', () => {
  const path = join(mkdtempSync(join(tmpdir(), 'coachsite-')), 'server.lock');
  const modeOf = () => statSync(path).mode & 0o777;
  takeProcessLock(path)._unsafeUnwrap().release();
  expect(modeOf()).toBe(0o600);
  chmodSync(path, 0o644);
  const held = takeProcessLock(path)._unsafeUnwrap();
  expect(modeOf()).toBe(0o600);
  expect(takeProcessLock(path)._unsafeUnwrapErr()).toBe('in_use');
  held.release();
});

test('no two migrations have one number', () => {
  const folder = new URL('../../adapters/src/node/sqlite/migrations/', import.meta.url);
  const numbers = readdirSync(folder).map((name) => name.slice(0, 4));
  expect(numbers.toSorted()).toEqual([...new Set(numbers)].toSorted());
});

test('a migration that fails leaves nothing of those before it', async () => {
  const { database } = opened();
  database.sql.exec('CREATE TABLE launches (id TEXT) STRICT');
  expect(() => migrate(database)).toThrow('launches');
  const tables = database.sql.prepare("SELECT name FROM sqlite_master WHERE type = 'table'");
  expect(tables.pluck().all()).toEqual(['notes', 'launches', 'schema_migrations']);
  database.sql.exec('DROP TABLE launches');
  migrate(database);
  expect(needsMigration(database)).toBe(false);
  await database.close();
});

test('while another process holds the write lock, writes wait and everything else goes on', async () => {
  const { path, database, note, notes } = opened();
  const other = new Sqlite(path);
  other.exec('BEGIN IMMEDIATE');
  const pending = Promise.all([note('one'), note('two')]);
  let turns = 0;
  for (let i = 0; i < 20; i += 1) {
    await wait(10);
    turns += 1;
    expect(notes()).toEqual([]);
  }
  expect(turns).toBe(20);
  const later = note('three');
  other.exec('COMMIT');
  expect(await pending).toEqual([1, 1]);
  expect(await later).toBe(1);
  expect(notes()).toEqual(['one', 'two', 'three']);
  other.close();
  await database.close();
});

test('closing commits what still waits for the lock', async () => {
  const { path, database, note } = opened();
  const other = new Sqlite(path);
  other.exec('BEGIN IMMEDIATE');
  const pending = note('last');
  await wait(50);
  other.exec('ROLLBACK');
  await database.close();
  expect(await pending).toBe(1);
  expect(other.prepare('SELECT count(*) FROM notes').pluck().get()).toBe(1);
  other.close();
});

test('a write that has waited ten seconds for the lock is rejected, and those after it wait on', async () => {
  const { path, database, note, notes } = opened();
  const other = new Sqlite(path);
  other.exec('BEGIN IMMEDIATE');
  const start = performance.now();
  const clock = vi.spyOn(performance, 'now').mockReturnValue(start);
  onTestFinished(() => clock.mockRestore());
  const early = note('early').catch((error: unknown) => error);
  await wait(50);
  clock.mockReturnValue(start + 5000);
  const late = note('late');
  await wait(50);
  clock.mockReturnValue(start + 10_001);
  expect(await early).toMatchObject({ code: 'SQLITE_BUSY' });
  other.exec('COMMIT');
  expect(await late).toBe(1);
  expect(notes()).toEqual(['late']);
  other.close();
  await database.close();
});

test('closing waits for another process that is about to end its write', async () => {
  const { path, database, note } = opened();
  // In a thread of its own, as closing waits in the driver.
  const holder = new Worker(
    `const { parentPort, workerData } = require('node:worker_threads');
     const sql = new (require('better-sqlite3'))(workerData);
     sql.exec('BEGIN IMMEDIATE');
     parentPort.postMessage('held');
     parentPort.once('message', () => {
       Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
       sql.exec('COMMIT');
       sql.close();
     });`,
    { eval: true, workerData: path },
  );
  await once(holder, 'message');
  const pending = note('last');
  await wait(50);
  holder.postMessage('end');
  const ended = once(holder, 'exit');
  await database.close();
  expect(await pending).toBe(1);
  await ended;
});

test('the connection syncs what it commits, copies no log on the event loop and trusts no schema', async () => {
  const { database } = opened();
  const settings = ['journal_mode', 'synchronous', 'foreign_keys', 'trusted_schema'];
  const values = () =>
    [...settings, 'wal_autocheckpoint'].map((name) => database.sql.pragma(name, { simple: true }));
  expect(values()).toEqual(['wal', 2, 1, 0, 0]);
  await database.write(async () =>
    expect(database.sql.pragma('synchronous', { simple: true })).toBe(1),
  );
  expect(values()).toEqual(['wal', 2, 1, 0, 0]);
  await database.close();
});

test('a write that may be on the disk a moment later does not wait for it, and is there by then', async () => {
  let syncs = 0;
  const { database } = opened(async (file) => {
    fdatasyncSync(file);
    syncs += 1;
  });
  const put = (n: number, isSoonDurable: boolean) =>
    database.write((on) => on.run(`CREATE TABLE soon_${n} (a INTEGER) STRICT`, {}), {
      isSoonDurable,
    });
  await put(1, true);
  expect(syncs).toBe(0);
  expect(
    database.sql.prepare("SELECT 1 FROM sqlite_master WHERE name = 'soon_1'").get(),
  ).toBeDefined();
  await expect.poll(() => syncs).toBe(1);
  // One that is waited for takes it along.
  await Promise.all([put(2, true), put(3, false)]);
  await wait(200);
  expect(syncs).toBe(2);
  await database.close();
});

test('a write resolves once the disk has it, and the event loop does not wait for that', async () => {
  const syncs: (() => void)[] = [];
  const { database, note, notes } = opened(
    (file) =>
      new Promise((resolve) => {
        syncs.push(() => {
          fdatasyncSync(file);
          resolve();
        });
      }),
  );
  const resolved: string[] = [];
  const noted = async (text: string) => {
    await note(text);
    resolved.push(text);
  };
  const first = noted('one');
  await expect.poll(() => syncs).toHaveLength(1);
  // Committed while a sync is under way: that one may have missed them, so they share the next.
  const others = Promise.all([noted('two'), wait(20).then(() => noted('three'))]);
  await expect.poll(notes).toEqual(['one', 'two', 'three']);
  expect([resolved, syncs.length]).toEqual([[], 1]);
  syncs[0]?.();
  await first;
  await expect.poll(() => syncs).toHaveLength(2);
  expect(resolved).toEqual(['one']);
  syncs[1]?.();
  await others;
  expect([resolved, syncs.length]).toEqual([['one', 'two', 'three'], 2]);
  await database.close();
});

test('a write that the disk may not have is rejected, and none follows until it has', async () => {
  let isBroken = true;
  const { path, database, note } = opened(async (file) => {
    if (isBroken) throw new Error('EIO');
    fdatasyncSync(file);
  });
  await expect(note('one')).rejects.toMatchObject({ code: 'SQLITE_IOERR_FSYNC' });
  isBroken = false;
  const reader = new Sqlite(path);
  reader.exec('BEGIN; SELECT * FROM notes');
  const before = statSync(`${path}-wal`).size;
  // A reader keeps the log from being copied as a whole.
  await expect(note('two')).rejects.toMatchObject({ code: 'SQLITE_BUSY_SNAPSHOT' });
  expect(statSync(`${path}-wal`).size).toBe(before);
  reader.close();
  expect(await note('three')).toBe(1);
  expect(statSync(`${path}-wal`).size).toBeLessThan(before);
  await database.close();
});

test('the log is emptied beside reads and writes, whenever it has grown by 4 MB', async () => {
  const { path, database, note } = opened();
  const size = () => statSync(`${path}-wal`).size;
  const megabytes = async (count: number) => {
    for (let at = 0; at < count; at += 1) await note('x'.repeat(1_000_000));
  };
  const reader = new Sqlite(path);
  reader.exec('BEGIN; SELECT * FROM notes');
  await megabytes(10);
  expect(size()).toBeGreaterThan(10_000_000);
  reader.close();
  await megabytes(5);
  await expect.poll(size).toBeLessThan(5_000_000);
  await megabytes(5);
  await expect.poll(size).toBeLessThan(5_000_000);
  expect(database.sql.prepare('SELECT count(*) FROM notes').pluck().get()).toBe(20);
  await database.close();
  expect(readdirSync(join(path, '..'))).toEqual(['coachsite.sqlite']);
});

test('what was deleted is in no file after the first write an hour later', async () => {
  const { path, database, note } = opened();
  const remove = database.sql.prepare('DELETE FROM notes');
  await note('what a person wrote');
  await database.write(async () => remove.run());
  const isThere = () =>
    [path, `${path}-wal`].some((file) => readFileSync(file).includes('what a person wrote'));
  await note('at once');
  expect(isThere()).toBe(true);
  const now = performance.now();
  const clock = vi.spyOn(performance, 'now').mockReturnValue(now + 3_600_000);
  onTestFinished(() => clock.mockRestore());
  await note('later');
  await expect.poll(isThere).toBe(false);
  await database.close();
});

test('the probe of the database writes', async () => {
  const { path, database } = opened();
  const size = () => statSync(`${path}-wal`).size;
  const before = size();
  await probeWrites(database);
  expect(size()).toBeGreaterThan(before);
  await database.close();
});

test('a file that is no database is left open by nobody', () => {
  const path = join(mkdtempSync(join(tmpdir(), 'coachsite-')), 'db.sqlite');
  writeFileSync(path, 'no database'.repeat(1000));
  expect(() => openDatabase(path)).toThrow('file is not a database');
  const open = readdirSync('/proc/self/fd').map((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`);
    } catch {
      return '';
    }
  });
  expect(open).not.toContain(path);
});
