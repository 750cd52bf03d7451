import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { readHeader } from '@coachsite/adapters/backup';
import { backupFileName, backupsToRemove, isBackupFileName } from '@coachsite/core/backup';
import type { EpochMs } from '@coachsite/core/kernel';

/**
 * Removes all but the newest `keep` backups of a folder and returns the names of those removed. A file counts only if
 * the backup command named it and it begins as an archive does. `made` is the backup just made. Backups that another
 * run has begun since, until `now`, are kept too: that run removes this one, and if both did so, none would remain.
 */
export async function rotateBackups(
  folder: string,
  keep: number,
  made: string,
  now: EpochMs,
): Promise<readonly string[]> {
  const named = (await readdir(folder)).filter((name) => isBackupFileName(name));
  const own: string[] = [];
  for (const name of named) if (await readHeader(join(folder, name))) own.push(name);
  const isOfOtherRun = (name: string) => name > made && name <= backupFileName(now);
  const old = backupsToRemove(
    own.filter((name) => !isOfOtherRun(name)),
    keep,
    made,
  );
  for (const name of old) await rm(join(folder, name), { force: true });
  return old;
}
