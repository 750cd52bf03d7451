import { runCommand, UsageError } from './command.ts';
import { fileSystemReason } from './file-system-reason.ts';

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

await runCommand({
  help,
  options: { keep: { type: 'string' } },
  run: async (values, [given, ...rest]) => {
    if (!given) throw new UsageError('Say where to: FILE or FOLDER');
    if (rest.length > 0) throw new UsageError(`Not understood: ${rest.join(' ')}`);
    const keep = keepOf(values.keep);
    const { writeBackup } = await import('./write-backup.ts');
    await writeBackup(given, keep).catch((error: unknown) => {
      throw fileSystemReason(error, 'No backup was made');
    });
  },
});
