import { CommandError, exitOnSignals, runCommand } from './support/command.ts';
import { failed, print } from './support/explain.ts';
import { loadConfig } from './support/open-ports.ts';
import { withProgress } from './support/progress.ts';

const help = `npm run migrate-to-postgres -- [--dry-run]

Copies the SQLite site of DATA_DIR into the PostgreSQL database of DATABASE_URL, which must be empty, and
compares every row and file. All of it arrives, or nothing. Stop the server first. DATA_DIR is not changed;
keys and outbox stay there. Interrupted, or after its end, it can be run again.

  --dry-run  only reports what would be moved; a server may run`;

await runCommand({
  help,
  options: { 'dry-run': { type: 'boolean', default: false } },
  run: async (values) => {
    exitOnSignals();
    const config = await loadConfig();
    const { moveErrorText, moveReport, moveToPostgres } = await import('@coachsite/server/backup');
    const options = { isDryRun: values['dry-run'] ?? false, now: Date.now() };
    const moving = moveToPostgres(config, options).catch((error: unknown) => {
      throw failed(error, config, 'Nothing was moved');
    });
    const moved = await withProgress('Moving the site', moving);
    if (moved.isErr()) throw new CommandError(moveErrorText(moved.error, config));
    print(moveReport(moved.value, options));
  },
});
