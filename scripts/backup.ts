import { CommandError, runCommand, UsageError } from './support/command.ts';
import { fileSystemReason, print } from './support/explain.ts';
import { loadConfig } from './support/open-ports.ts';
import { withProgress } from './support/progress.ts';

const help = `npm run backup -- FILE|FOLDER [--keep N]

Writes database, e-books, keys and outbox into one archive (.tar.gz), reads it back and checks it.
Works while the server runs, and checks the database in full. The archive contains the keys of the
site: keep it as safe as the site itself. The environment (SMTP_URL and so on) is not part of it.
One of a site on PostgreSQL can be restored into SQLite, and the other way round.

  FILE       replaced if it is a backup already
  FOLDER     the archive is named after the time; a folder that does not exist ends with /
  --keep N   keeps the newest N backups of FOLDER and removes older ones, but no other files`;

await runCommand({
  help,
  options: { keep: { type: 'string' } },
  needs: ['FILE or FOLDER'],
  run: async (values, given) => {
    const config = await loadConfig();
    const now = Date.now();
    const { backupErrorText, backupReport, backupTarget, writeBackup } = await import(
      '@coachsite/server/backup'
    );
    const target = backupTarget(given, values.keep, now);
    if (target.isErr()) {
      throw new (target.error.kind === 'usage' ? UsageError : CommandError)(target.error.text);
    }
    const writing = writeBackup(config, target.value, now).catch((error: unknown) => {
      throw fileSystemReason(error, 'No backup was made');
    });
    const written = await withProgress('Writing and checking the backup', writing);
    if (written.isErr()) throw new CommandError(backupErrorText(written.error, config));
    print(backupReport(written.value));
  },
});
