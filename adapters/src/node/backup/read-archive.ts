import { createHash } from 'node:crypto';
import { mkdir, open, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import {
  type ArchivedFile,
  type ArchiveError,
  type ArchiveHeader,
  checkHeader,
  isArchivePath,
  isComplete,
  type KnownSchema,
} from '@coachsite/core/backup';
import { err, ok, type Result } from 'neverthrow';
import { damaged, type Entry, foreign, fromArchive } from './entries.ts';
import { folderNames, headerEntry, manifestEntry } from './layout.ts';

/** The header and the manifest are never larger, in bytes. */
const headerLimit = 64 * 1024;
const manifestLimit = 64 * 1024 * 1024;

/** The JSON of an entry; undefined if it is none, or too large. */
async function readJson(entry: Entry, limit: number): Promise<unknown> {
  if (entry.header.size > limit) return undefined;
  const bytes = await buffer(entry as unknown as AsyncIterable<Uint8Array>);
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return undefined;
  }
}

/** Reads a file to its end, and writes it below `folder` if there is one. */
async function readFile(
  entry: Entry,
  name: string,
  folder: string | undefined,
): Promise<ArchivedFile> {
  const { size } = entry.header;
  const hash = createHash('sha256');
  const hashed = async function* () {
    for await (const chunk of entry as unknown as AsyncIterable<Buffer>) {
      hash.update(chunk);
      yield chunk;
    }
  };
  if (folder === undefined) {
    for await (const _chunk of hashed());
  } else {
    const path = join(folder, name);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const file = await open(path, 'wx', 0o600);
    try {
      await writeFile(file, hashed());
      await file.sync();
    } finally {
      await file.close();
    }
  }
  return { path: name, sizeBytes: size, sha256: hash.digest('hex') };
}

/** Where the files of an archive are in it, before their own paths: `./` or a folder, where it was packed again. */
const rootForm = /^(?:(?!\.\.\/)[^/\0]+\/)*$/;

/** The header as it was written, and the place of all files. */
interface Found {
  readonly root: string;
  readonly value: unknown;
}

/** Finds the header, which is the first entry unless the archive was packed again. */
async function findHeader(
  entries: AsyncIterable<Entry>,
  name: string,
): Promise<Result<Found, ArchiveError>> {
  for await (const entry of entries) {
    const { name: path, type } = entry.header;
    const root = path.slice(0, -name.length);
    if (type === 'file' && path === `${root}${name}` && rootForm.test(root)) {
      return ok({ root, value: await readJson(entry, headerLimit) });
    }
    entry.resume();
  }
  return err(foreign);
}

/** What macOS adds to an archive of a folder; it is left out. */
const isOfMacOs = (path: string) => /(^|\/)(\._[^/]*|\.DS_Store)$/.test(path);

/** Whether a folder is one of those of the files, or above them. */
const isFolder = (path: string, root: string): boolean => {
  const folder = path.endsWith('/') ? path : `${path}/`;
  return root.startsWith(folder) || folderNames.some((name) => folder === `${root}${name}/`);
};

/** Reads all files in any order, and compares them with the manifest. */
async function readEntries(
  entries: AsyncIterable<Entry>,
  { root, header }: { readonly root: string; readonly header: string },
  folder: string | undefined,
): Promise<Result<void, ArchiveError>> {
  let listed: unknown;
  const found: ArchivedFile[] = [];
  const names = new Set<string>();
  for await (const entry of entries) {
    const { name: path, type } = entry.header;
    const name = path.startsWith(root) ? path.slice(root.length) : '';
    if ((type === 'directory' && isFolder(path, root)) || (type === 'file' && isOfMacOs(path))) {
      entry.resume();
      continue;
    }
    if (type !== 'file' || names.has(name)) return err(damaged);
    names.add(name);
    if (name === header) entry.resume();
    else if (name === manifestEntry) listed = await readJson(entry, manifestLimit);
    else if (isArchivePath(name)) found.push(await readFile(entry, name, folder));
    else return err(damaged);
  }
  return isComplete(listed, found) ? ok() : err(damaged);
}

/**
 * Reads an archive to its end and compares every file with the manifest. Writes the files below `folder` if one is
 * given. An archive that was decompressed, or packed again by tar in another order or from another folder, is read like
 * the original. No file is held in memory. Rejects with errors of the file system. Source: docs/security.md#DR-4.
 */
export async function readArchive(
  path: string,
  known: KnownSchema,
  folder?: string,
): Promise<Result<ArchiveHeader, ArchiveError>> {
  const name = headerEntry(known.prefix);
  const found = await fromArchive(path, (entries) => findHeader(entries, name));
  if (found.isErr()) return err(found.error);
  const { root, value } = found.value;
  const header = checkHeader(value, known);
  if (header.isErr()) return header;
  const read = await fromArchive(
    path,
    (entries) => readEntries(entries, { root, header: name }, folder),
    { toEnd: true },
  );
  return read.map(() => header.value);
}

/**
 * The header of an archive, without its other entries; undefined if the file is no archive of this program, whose archives
 * have `prefix`, as in `KnownSchema`.
 */
export async function readHeader(
  path: string,
  prefix?: string,
): Promise<ArchiveHeader | undefined> {
  const found = await fromArchive(path, (entries) => findHeader(entries, headerEntry(prefix)));
  if (found.isErr()) return undefined;
  for (const engine of ['sqlite', 'postgres'] as const) {
    const known = { prefix, engine, schema: Number.MAX_SAFE_INTEGER };
    const checked = checkHeader(found.value.value, known);
    if (checked.isOk()) return checked.value;
  }
  return undefined;
}
