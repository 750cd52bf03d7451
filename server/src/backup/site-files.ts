import { type Dirent, statSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { FileToArchive } from '@coachsite/adapters/backup';
import { isArchivePath } from '@coachsite/core/backup';
import type { Config } from '../config/config.ts';
import { codeOf } from '../config/system-errors.ts';

/** A file, or a link to one: keys may be mounted from elsewhere, and a restored site needs them all the same. */
const isFile = (entry: Dirent): boolean =>
  entry.isFile() ||
  (entry.isSymbolicLink() &&
    statSync(join(entry.parentPath, entry.name), { throwIfNoEntry: false })?.isFile() === true);

/** A key file that is being created: until it is complete, a random part follows its name. */
const isDraft = (name: string) => /\.[0-9a-f]{8}-[0-9a-f-]{27}$|\.part$/.test(name);

/** The files of a folder that an archive holds under the name `as`; none where there is no such folder. */
export async function filesOf(folder: string, as: string): Promise<readonly FileToArchive[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
    // One that this user may not see is no missing one: its files would be missing in the archive.
    if (codeOf(error) === 'ENOENT') return [];
    throw error;
  });
  return entries
    .filter((entry) => isFile(entry) && !isDraft(entry.name))
    .map(({ name }) => ({ path: `${as}/${name}`, source: join(folder, name) }))
    .filter(({ path }) => isArchivePath(path))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}

type Folders = Pick<Config, 'ebookDirectory' | 'keysDirectory'>;

/** What a folder holds that only a site with a database makes: a first start makes the database before either. */
export async function remainsOf(folders: Folders): Promise<'keys' | 'e-books' | undefined> {
  if ((await filesOf(folders.keysDirectory, 'keys')).length > 0) return 'keys';
  return (await filesOf(folders.ebookDirectory, 'ebook')).length > 0 ? 'e-books' : undefined;
}

/** Whether there is an SQLite file with anything in it. SQLite takes one without a byte for a new database. */
export const hasBytes = (sqlitePath: string): boolean =>
  (statSync(sqlitePath, { throwIfNoEntry: false })?.size ?? 0) > 0;

/** The beginning of the name of the folder in which a restore works, beside the data. */
export const restoringPrefix = '.restore-';

/** Whether a file name is that of such a folder. */
export const isRestoring = (name: string): boolean => /^\.restore-[A-Za-z0-9]{6}$/.test(name);

/**
 * The folder of a restore that has not ended, or was killed, before it put the keys and the database in place. Whoever
 * opened the data directory now would find a site without its keys, or begin a new one.
 */
export async function unfinishedRestore(
  folders: Folders & Pick<Config, 'dataDirectory' | 'databaseUrl' | 'sqlitePath'>,
): Promise<string | undefined> {
  const name = (await readdir(folders.dataDirectory)).find(isRestoring);
  const hasDatabase = folders.databaseUrl === undefined && hasBytes(folders.sqlitePath);
  if (name === undefined || hasDatabase || (await remainsOf(folders))) return undefined;
  return join(folders.dataDirectory, name);
}
