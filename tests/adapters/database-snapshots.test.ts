import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { postgresSnapshots } from '@coachsite/adapters/database-copy';
import { openPostgres } from '@coachsite/adapters/postgres';
import { openSqlite, readSnapshot, sqliteSnapshots } from '@coachsite/adapters/sqlite';
import { sqlEbookStore } from '@coachsite/adapters/stores';
import { databaseSnapshotsContract } from '@coachsite/core/testing';
import pg from 'pg';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { type CuttableLine, cuttable } from '../support/cuttable.ts';
import { newSchema, onSchema } from '../support/postgres-schema.ts';

const runner = { test, expect };

const ebook = { fileName: 'guide.pdf', sizeBytes: 1000, pages: 8, uploadedAt: 1 };
/** Paths of a new folder, one after the other. */
const freePathsOf = (folder: string) => {
  let paths = 0;
  return () => {
    paths += 1;
    return join(folder, `copy-${paths}.sqlite`);
  };
};
const newFolder = () => mkdtempSync(join(tmpdir(), 'coachsite-snapshots-'));
const read = async (copy: string) =>
  existsSync(copy) ? readSnapshot(copy)._unsafeUnwrap().ebooks : undefined;

describe('sqlite', () =>
  databaseSnapshotsContract(runner, async () => {
    const folder = newFolder();
    const path = join(folder, 'coachsite.sqlite');
    const database = openSqlite(path);
    const ebooks = sqlEbookStore(database);
    let ids = 0;
    return {
      snapshots: sqliteSnapshots(path),
      activate: (sha256) => {
        ids += 1;
        return ebooks.activate({ ...ebook, id: String(ids), sha256 });
      },
      freePath: freePathsOf(folder),
      read,
      damage: async () => {
        await database.close();
        const bytes = readFileSync(path);
        bytes.fill(0x5a, 4096 * 3, 4096 * 9);
        writeFileSync(path, bytes);
      },
    };
  }));

describe('postgres', () =>
  databaseSnapshotsContract(runner, async () => {
    const url = await newSchema();
    const database = await openPostgres(url);
    onTestFinished(() => database.close());
    const ebooks = sqlEbookStore(database);
    let ids = 0;
    return {
      snapshots: postgresSnapshots(url),
      activate: (sha256) => {
        ids += 1;
        return ebooks.activate({ ...ebook, id: String(ids), sha256 });
      },
      freePath: freePathsOf(newFolder()),
      read,
      // A server finds a damaged page by itself; a file has a hash.
      damage: async () => {
        await onSchema(
          url,
          `INSERT INTO blobs (key, size_bytes, written_at_ms) SELECT sha256, 0, 1 FROM ebook_version`,
        );
      },
    };
  }));

test.each<readonly [string, (line: CuttableLine) => unknown]>([
  ['the connection ends', (line) => line.cut()],
  [
    'the server says nothing for ten minutes',
    async (line) => {
      line.silence();
      await vi.advanceTimersByTimeAsync(600_000);
    },
  ],
])('a copy of PostgreSQL ends, and names the database, when %s', async (_when, lose) => {
  const url = await newSchema();
  await (await openPostgres(url)).close();
  const line = await cuttable(url);
  const holder = new pg.Client(url);
  await holder.connect();
  onTestFinished(async () => {
    vi.useRealTimers();
    await holder.end();
    await line.stop();
  });
  await holder.query('BEGIN; LOCK TABLE users');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const path = freePathsOf(newFolder())();
  const taken = expect(postgresSnapshots(line.url).take(path)).rejects.toMatchObject({
    code: 'POSTGRES_LOST',
    message: expect.stringMatching(/^DATABASE_URL: the database cannot be used: /),
  });
  const waiting = `SELECT 1 FROM pg_locks WHERE relation = 'users'::regclass AND NOT granted`;
  await expect.poll(async () => (await holder.query(waiting)).rowCount).toBe(1);
  await lose(line);
  await taken;
});
