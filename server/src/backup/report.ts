import type { Copied } from '@coachsite/adapters/database-copy';
import type { MoveOptions } from './move-to-postgres.ts';
import type { WrittenBackup } from './write-backup.ts';

const missingFile = (key: string) =>
  `Note: the file of an e-book is missing on this disk and in the copy: ${key}`;

const leftOut = (name: string) =>
  `Note: keys/${name} is damaged and was left out, as the settings make no use of it`;

/** What was written, and what the operator should know, in lines. */
export function backupReport(backup: WrittenBackup) {
  const {
    path,
    files,
    bytes,
    missingEbooks,
    leftOutKeys,
    unrecorded,
    unrotated,
    removed,
    unheard,
  } = backup;
  return {
    lines: [
      `${path}: ${files.length} files, ${(bytes / 1e6).toFixed(1)} MB, checked`,
      ...removed.map((old) => `Removed ${old}`),
    ],
    notes: [
      ...missingEbooks.map(missingFile),
      ...leftOutKeys.map(leftOut),
      ...(unrecorded === undefined
        ? []
        : [`Note: the admin page will not show this backup: ${unrecorded}`]),
      ...(unrotated === undefined
        ? []
        : [`Note: older backups were not all removed: ${unrotated}`]),
      ...(unheard === undefined ? [] : [`Note: the monitor did not hear of it: ${unheard}`]),
    ],
  };
}

function headingOf({ wasThere }: Copied, { isDryRun }: Pick<MoveOptions, 'isDryRun'>): string {
  if (wasThere) return 'The database of DATABASE_URL holds this site already; nothing was changed.';
  if (isDryRun) return 'Nothing was written. The database of DATABASE_URL is empty, and would get:';
  return 'Moved into the database of DATABASE_URL, and compared row by row and byte by byte:';
}

/** What was moved, or would be, in lines. */
export function moveReport(copied: Copied, options: Pick<MoveOptions, 'isDryRun'>) {
  const filled = [...copied.rows].filter(([, rows]) => rows > 0);
  const counts = [...filled, ['e-book files', copied.ebooks.length] as const];
  const width = Math.max(...counts.map(([name]) => name.length));
  return {
    lines: [
      headingOf(copied, options),
      ...counts.map(([name, rows]) => `  ${name.padEnd(width)}  ${rows}`),
      'Keys and outbox stay in DATA_DIR, which every process of the site needs.',
    ],
    notes: copied.missingEbooks.map(missingFile),
  };
}
