import { dayMs, type EpochMs, isWaitOver, type Milliseconds, timeText } from '../kernel/index.ts';

const programName = 'coachsite';
const afterPrefix = /^-\d{8}T\d{9}Z\.tar\.gz$/;

/**
 * The name of a backup made at `now`, in UTC; names of one prefix sort like times. What is outside the years 1970 to 9999
 * counts as the nearest of them.
 */
export function backupFileName(now: EpochMs, prefix: string = programName): string {
  return `${prefix}-${timeText(now).replace(/[-:.]/g, '')}.tar.gz`;
}

/** Whether a file of this name may be one that the backup command named itself. */
export function isBackupFileName(name: string, prefix: string = programName): boolean {
  return name.startsWith(prefix) && afterPrefix.test(name.slice(prefix.length));
}

/**
 * The backups that a rotation removes: all but the newest `keep` by name. `made`, the one just made, always stays, even
 * if the clock was set back since the others. A `keep` that is no number removes none.
 */
export function backupsToRemove(
  names: readonly string[],
  keep: number,
  made: string,
): readonly string[] {
  return names
    .filter((name) => name !== made)
    .sort()
    .reverse()
    .slice(keep >= 0 ? Math.max(0, keep - 1) : names.length);
}

/** Time between two full checks of the database, in milliseconds. Source: docs/security.md#DR-3. */
export const integrityCheckIntervalMs: Milliseconds = 7 * dayMs;

/** Whether the database is to be checked ({@link isWaitOver}). */
export function isIntegrityCheckDue(lastAt: EpochMs, now: EpochMs): boolean {
  return isWaitOver(lastAt, integrityCheckIntervalMs, now);
}
