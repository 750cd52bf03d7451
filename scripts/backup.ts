import type { Config } from '@coachsite/server/config';
import { CommandError, exitOnSignals, runCommand, UsageError } from './support/command.ts';
import { failed, print } from './support/explain.ts';
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

async function backUp(config: Config, given: string, keep: string | undefined): Promise<void> {
  const now = Date.now();
  const { backupErrorText, backupReport, backupTarget, writeBackup } = await import(
    '@coachsite/server/backup'
  );
  const target = backupTarget(given, keep, now);
  if (target.isErr()) {
    throw new (target.error.kind === 'usage' ? UsageError : CommandError)(target.error.text);
  }
  const written = await withProgress(
    'Writing and checking the backup',
    writeBackup(config, target.value, now),
  );
  if (written.isErr()) throw new CommandError(backupErrorText(written.error, config));
  print(backupReport(written.value));
}

await runCommand({
  help,
  options: { keep: { type: 'string' } },
  needs: ['FILE or FOLDER'],
  run: async ({ keep }, given) => {
    exitOnSignals();
    const config = await loadConfig();
    try {
      await backUp(config, given, keep);
    } catch (error) {
      throw failed(error, config, 'No backup was made');
    }
  },
});
