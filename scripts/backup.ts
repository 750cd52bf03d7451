import { statSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { backupFileName } from '@coachsite/core/backup';
import { CommandError, runCommand, UsageError } from './support/command.ts';
import { fileSystemReason } from './support/explain.ts';
import { loadConfig, requireDataDirectory } from './support/open-ports.ts';
import { withProgress } from './support/progress.ts';

const help = `npm run backup -- FILE|FOLDER [--keep N]

Writes database, e-books, keys and outbox into one archive (.tar.gz), reads it back and checks it.
Works while the server runs, and checks the database in full. The archive contains the keys of the
site: keep it as safe as the site itself. The environment (SMTP_URL and so on) is not part of it.

  FILE       replaced if it is a backup already
  FOLDER     the archive is named after the time; a folder that does not exist ends with /
  --keep N   keeps the newest N backups of FOLDER and removes older ones, but no other files`;

function keepOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new UsageError('--keep takes a whole number from 1');
  return Number(text);
}

/** Where the archive goes: a folder, under a name with the time, or a file. */
function targetOf(given: string, keep: number | undefined, now: number) {
  const path = resolve(given);
  const found = statSync(path, { throwIfNoEntry: false });
  if (found && !found.isDirectory() && !found.isFile()) {
    throw new CommandError(`${path} is neither a file nor a folder`);
  }
  if (found?.isDirectory() || /[/\\]$/.test(given)) {
    return { folder: path, name: backupFileName(now), keep };
  }
  if (keep !== undefined) {
    throw new UsageError('--keep needs a folder: FOLDER exists already, or ends with /');
  }
  return { folder: dirname(path), name: basename(path), keep };
}

await runCommand({
  help,
  options: { keep: { type: 'string' } },
  needs: ['FILE or FOLDER'],
  run: async (values, given) => {
    const keep = keepOf(values.keep);
    const config = await loadConfig();
    requireDataDirectory(config);
    const now = Date.now();
    const target = targetOf(given, keep, now);
    const { backupErrorText, writeBackup } = await import('@coachsite/server/backup');
    const writing = writeBackup(config, target, now).catch((error: unknown) => {
      throw fileSystemReason(error, 'No backup was made');
    });
    const written = await withProgress('Writing and checking the backup', writing);
    if (written.isErr()) throw new CommandError(backupErrorText(written.error, config));
    const { path, files, bytes, missingEbooks, unrecorded, removed } = written.value;
    console.log(`${path}: ${files.length} files, ${(bytes / 1e6).toFixed(1)} MB, checked`);
    for (const key of missingEbooks) {
      console.error(
        `Note: the file of an e-book is missing on this disk and in the backup: ${key}`,
      );
    }
    if (unrecorded !== undefined) {
      console.error(`Note: the admin page will not show this backup: ${unrecorded}`);
    }
    for (const old of removed) console.log(`Removed ${old}`);
  },
});
