import { buildIfStale, program } from '@coachsite/ui/site-build';
import { CommandError, runCommand, UsageError } from './support/command.ts';

await runCommand({
  help: `npm start [-- --workers N]

Builds what changed, migrates the database and serves the site.
Settings come from the environment; without any the site is at http://localhost:3000.

  --workers N  N processes on one port, 64 at most; needs DATABASE_URL`,
  options: { workers: { type: 'string' } },
  run: async ({ workers = '1' }) => {
    if (!/^([1-9]|[1-5]\d|6[0-4])$/.test(workers)) throw new UsageError('--workers: 1 to 64');
    const isOne = Number(workers) === 1;
    const config = isOne ? undefined : await (await import('./support/open-ports.ts')).loadConfig();
    if (config && !config.databaseUrl)
      throw new CommandError(
        '--workers needs DATABASE_URL: without it the data is in one SQLite file, which one process serves',
      );
    await buildIfStale(() =>
      console.log('Building the pages, as at every first start: this takes about 10 seconds'),
    );
    if (!config) {
      await import(program);
      return 0;
    }
    const { serveWithWorkers } = await import('@coachsite/server/worker-processes');
    return serveWithWorkers(Number(workers), config, program);
  },
});
