import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { readHeader } from '@coachsite/adapters/backup';
import { backupsToRemove, isBackupFileName } from '@coachsite/core/backup';

/**
 * Removes all but the newest `keep` backups of a folder and returns the names of those removed. Only files count that
 * the backup command named itself and that begin as its archives do. `made` is the one just made.
 */
export async function rotateBackups(
  folder: string,
  keep: number,
  made: string,
): Promise<readonly string[]> {
  const named = (await readdir(folder)).filter((name) => isBackupFileName(name));
  const own: string[] = [];
  for (const name of named) if (await readHeader(join(folder, name))) own.push(name);
  const old = backupsToRemove(own, keep, made);
  for (const name of old) await rm(join(folder, name), { force: true });
  return old;
}
