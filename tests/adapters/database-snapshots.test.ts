import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  openSqlite,
  readSnapshot,
  sqliteEbookStore,
  sqliteSnapshots,
} from '@coachsite/adapters/sqlite';
import { databaseSnapshotsContract, memoryDatabaseSnapshots } from '@coachsite/core/testing';
import { describe, expect, test } from 'vitest';

const runner = { test, expect };

describe('memory', () => databaseSnapshotsContract(runner, async () => memoryDatabaseSnapshots()));

describe('sqlite', () =>
  databaseSnapshotsContract(runner, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'coachsite-snapshots-'));
    const path = join(folder, 'coachsite.sqlite');
    const database = openSqlite(path);
    const ebooks = sqliteEbookStore(database);
    let [ids, paths] = [0, 0];
    return {
      snapshots: sqliteSnapshots(path),
      activate: (sha256) => {
        ids += 1;
        const ebook = { fileName: 'guide.pdf', sizeBytes: 1000, pages: 8, uploadedAt: 1 };
        return ebooks.activate({ ...ebook, id: String(ids), sha256 });
      },
      freePath: () => {
        paths += 1;
        return join(folder, `copy-${paths}.sqlite`);
      },
      read: async (copy) =>
        existsSync(copy) ? readSnapshot(copy)._unsafeUnwrap().ebooks : undefined,
      damage: async () => {
        await database.close();
        const bytes = readFileSync(path);
        bytes.fill(0x5a, 4096 * 3, 4096 * 9);
        writeFileSync(path, bytes);
      },
    };
  }));
