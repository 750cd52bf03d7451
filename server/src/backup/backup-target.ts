import { lstatSync, statSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { backupFileName } from '@coachsite/core/backup';
import type { EpochMs } from '@coachsite/core/kernel';
import { err, ok, type Result } from 'neverthrow';
import type { BackupTarget } from './write-backup.ts';

/** Why there is no target: the command was used wrongly, or the path is already taken by something else. */
export interface TargetError {
  readonly kind: 'usage' | 'neither';
  readonly text: string;
}

const wrongUse = (text: string) => err({ kind: 'usage', text } as const);

/** Where an archive goes: a folder, under a name with the time, or a file. `keep` as it was typed. */
export function backupTarget(
  given: string,
  keep: string | undefined,
  now: EpochMs,
): Result<BackupTarget, TargetError> {
  if (keep !== undefined && !/^[1-9]\d{0,5}$/.test(keep)) {
    return wrongUse('--keep takes a whole number from 1');
  }
  const kept = keep === undefined ? undefined : Number(keep);
  const path = resolve(given);
  const found = statSync(path, { throwIfNoEntry: false });
  if (found && !found.isDirectory() && !found.isFile()) {
    return err({ kind: 'neither', text: `${path} is neither a file nor a folder` });
  }
  // Neither may be lost: the link, or the older backup that it leads to.
  if (!found?.isDirectory() && lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink()) {
    const text = `${path} is a link: name a folder, or the file that the link leads to`;
    return err({ kind: 'neither', text });
  }
  if (found?.isDirectory() || /[/\\]$/.test(given)) {
    return ok({ folder: path, name: backupFileName(now), keep: kept });
  }
  return kept === undefined
    ? ok({ folder: dirname(path), name: basename(path), keep: kept })
    : wrongUse('--keep needs a folder: FOLDER exists already, or ends with /');
}
