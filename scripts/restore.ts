import { resolve } from 'node:path';
import { CommandError, exitOnSignals, runCommand } from './support/command.ts';
import { failed } from './support/explain.ts';
import { loadConfig } from './support/open-ports.ts';
import { withProgress } from './support/progress.ts';

const help = `npm run restore -- FILE

Restores a backup into DATA_DIR, which must be empty or missing; with DATABASE_URL, database and e-books go
into that database, which must be empty too. The archive is checked in full first; one that is foreign, damaged
or newer than this program is rejected, and nothing is changed.
Start the server afterwards with the environment that it had: users stay signed in.`;

await runCommand({
  help,
  needs: ['FILE'],
  run: async (_values, given) => {
    exitOnSignals();
    const config = await loadConfig();
    const path = resolve(given);
    const { restoreBackup, restoreErrorText } = await import('@coachsite/server/backup');
    const restoring = restoreBackup(config, path).catch((error: unknown) => {
      throw failed(error, config, 'Nothing was restored');
    });
    const restored = await withProgress('Checking and restoring the backup', restoring);
    if (restored.isErr()) throw new CommandError(restoreErrorText(restored.error, path, config));
    const { dataDirectory, databaseUrl } = config;
    const was = databaseUrl ? 'and the database of DATABASE_URL are as they were' : 'is as it was';
    console.log(`${dataDirectory} ${was} at ${restored.value.createdAt}`);
  },
});
