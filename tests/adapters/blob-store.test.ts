import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import files from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { filesystemBlobStore } from '@coachsite/adapters/filesystem';
import { postgresBlobStore } from '@coachsite/adapters/postgres';
import { sha256 } from '@coachsite/adapters/system';
import { blobStoreContract, type OpenedBlobStore } from '@coachsite/core/testing';
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { emptyPostgres } from '../support/postgres-schema.ts';

const folders: string[] = [];
const folder = () => {
  const made = mkdtempSync(join(tmpdir(), 'coachsite-blobs-'));
  folders.push(made);
  return made;
};
afterAll(() => {
  for (const made of folders) rmSync(made, { recursive: true, force: true });
});

const inFolder = async () => {
  const directory = folder();
  const keepAt: OpenedBlobStore['keepAt'] = async (staged, at) => {
    await staged.keep();
    utimesSync(join(directory, staged.key), at / 1000, at / 1000);
  };
  return { store: filesystemBlobStore(directory), keepAt };
};
const inPostgres = async () => {
  const database = await emptyPostgres();
  const keepAt: OpenedBlobStore['keepAt'] = async (staged, at) => {
    await staged.keep();
    const text = 'UPDATE blobs SET written_at_ms = :at WHERE key = :key';
    await database.run(text, { at, key: staged.key });
  };
  return { store: postgresBlobStore(database), keepAt };
};
const stores = [
  ['filesystem', inFolder],
  ['postgres', inPostgres],
] as const;

describe.each(stores)('%s blob store', (_name, open) =>
  blobStoreContract({ test, expect }, open, sha256),
);

describe('filesystem blob store', () => {
  const uuid = '0a1b2c3d-0000-4000-8000-000000000000';
  /** The id of a process that has exited. */
  const endedPid = () => spawnSync(process.execPath, ['--version']).pid;

  test('a sweep removes the uploads of a dead process at once', async () => {
    const directory = folder();
    writeFileSync(join(directory, `${endedPid()}-${uuid}.part`), 'half');
    writeFileSync(join(directory, `${process.pid}-${uuid}.part`), 'half');
    expect(await filesystemBlobStore(directory).sweep(new Set(), 0)).toBe(2);
    expect(readdirSync(directory)).toEqual([]);
  });

  test('a sweep keeps an upload of a running process until it is old', async () => {
    const directory = folder();
    const part = join(directory, `${process.ppid}-${uuid}.part`);
    writeFileSync(part, 'half');
    const store = filesystemBlobStore(directory);
    expect(await store.sweep(new Set(), Date.now() - 60_000)).toBe(0);
    utimesSync(part, 1, 1);
    expect(await store.sweep(new Set(), Date.now() - 60_000)).toBe(1);
  });

  test('a file that is uploaded again while a sweep looks at it stays', async () => {
    const directory = folder();
    const store = filesystemBlobStore(directory);
    const staged = async () => {
      const bytes = (async function* () {
        yield new Uint8Array([1]);
      })();
      return (await store.stage(bytes, 10))._unsafeUnwrap();
    };
    const [old, again] = [await staged(), await staged()];
    await old.keep();
    utimesSync(join(directory, old.key), 1, 1);
    const { stat } = files;
    const looked = vi.spyOn(files, 'stat').mockImplementation((async (path: string) => {
      const found = await stat(path);
      if (path.endsWith(old.key)) await again.keep();
      return found;
    }) as typeof stat);
    syncBuiltinESMExports();
    onTestFinished(() => {
      looked.mockRestore();
      syncBuiltinESMExports();
    });
    expect(await store.sweep(new Set(), Date.now() - 60_000)).toBe(0);
    expect(looked).toHaveBeenCalled();
    expect(readdirSync(directory)).toEqual([old.key]);
  });

  test('a sweep leaves other files alone', async () => {
    const directory = folder();
    for (const name of ['notes.txt', 'x.part', 'ABC'.repeat(22)]) {
      writeFileSync(join(directory, name), 'mine');
    }
    expect(await filesystemBlobStore(directory).sweep(new Set(), Number.MAX_SAFE_INTEGER)).toBe(0);
    expect(readdirSync(directory)).toHaveLength(3);
  });

  test('files and folder are accessible to their owner only', async () => {
    const directory = join(folder(), 'ebook');
    const store = filesystemBlobStore(directory);
    const bytes = (async function* () {
      yield new Uint8Array([1]);
    })();
    const staged = (await store.stage(bytes, 10))._unsafeUnwrap();
    await staged.keep();
    expect(statSync(directory).mode & 0o777).toBe(0o700);
    expect(statSync(join(directory, staged.key)).mode & 0o777).toBe(0o600);
  });
});
