import { mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { openDatabase } from '@coachsite/adapters/sqlite';
import Sqlite from 'better-sqlite3';
import { expect, test } from 'vitest';

function opened() {
  const path = join(mkdtempSync(join(tmpdir(), 'coachsite-')), 'coachsite.sqlite');
  const database = openDatabase(path);
  database.sql.exec('CREATE TABLE notes (text TEXT) STRICT');
  const insert = database.sql.prepare<[string]>('INSERT INTO notes VALUES (?)');
  const note = (text: string) => database.write(() => insert.run(text).changes);
  const notes = () => database.sql.prepare<[], string>('SELECT text FROM notes').pluck().all();
  return { path, database, note, notes };
}

test('no two migrations have one number', () => {
  const folder = new URL('../../adapters/src/node/sqlite/migrations/', import.meta.url);
  const numbers = readdirSync(folder).map((name) => name.slice(0, 4));
  expect(numbers.toSorted()).toEqual([...new Set(numbers)].toSorted());
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
