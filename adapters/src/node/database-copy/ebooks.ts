import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DamagedDatabase } from '@coachsite/core/backup';
import type { StoredBlob } from '@coachsite/core/ebook';
import { err, ok, type Result } from 'neverthrow';
import type pg from 'pg';
import { postgresBlobStore } from '../postgres/index.ts';
import { storesIn } from './connection.ts';

/** Whether a database names a file, and not another place on the disk. */
export const isKey = (name: string): boolean => /^[0-9a-f]{64}$/.test(name);

async function sha256Of(bytes: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of bytes) hash.update(chunk);
  return hash.digest('hex');
}

async function requireWhole(key: string, blob: StoredBlob): Promise<void> {
  if ((await sha256Of(blob.read())) !== key) {
    throw new Error(`The file of an e-book is damaged: ${key}`);
  }
}

/** Copies the files of `folder` that the keys name, and reads them back. */
export async function copyEbooksIn(
  client: pg.Client,
  keys: readonly string[],
  folder: string,
): Promise<void> {
  const blobs = postgresBlobStore(storesIn(client));
  for (const key of keys) {
    const staged = await blobs.stage(createReadStream(join(folder, key)), Number.POSITIVE_INFINITY);
    if (staged.isErr() || staged.value.key !== key) {
      throw new Error(`The file of an e-book is damaged: ${key}`);
    }
    await staged.value.keep();
    await requireWhole(key, staged.value);
  }
}

/** Whether each of the keys has its file, and there are no others. */
export async function hasEbooks(client: pg.Client, keys: readonly string[]): Promise<boolean> {
  const blobs = postgresBlobStore(storesIn(client));
  const { rows } = await client.query<{ count: number }>('SELECT count(*) AS count FROM blobs');
  if (rows[0]?.count !== keys.length) return false;
  for (const key of keys) {
    const blob = await blobs.open(key);
    if (!blob || (await sha256Of(blob.read())) !== key) return false;
  }
  return true;
}

/**
 * Writes the files that the keys name into `folder`, which must not exist; one that is missing is left out. Errors: a
 * file is not what its key says.
 */
export async function copyEbooksOut(
  client: pg.Client,
  keys: readonly string[],
  folder: string,
): Promise<Result<void, DamagedDatabase>> {
  const blobs = postgresBlobStore(storesIn(client));
  await mkdir(folder, { mode: 0o700 });
  for (const key of keys) {
    const blob = isKey(key) ? await blobs.open(key) : undefined;
    if (!blob) continue;
    const path = join(folder, key);
    await writeFile(path, blob.read(), { flag: 'wx', mode: 0o600 });
    if ((await sha256Of(createReadStream(path))) === key) continue;
    return err({ kind: 'database_damaged', reason: `The file of an e-book is not whole: ${key}` });
  }
  return ok();
}
