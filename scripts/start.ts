import { buildIfStale } from '@coachsite/ui/site-build';
import { runCommand } from './support/command.ts';

await runCommand({
  help: `npm start

Builds what changed, migrates the database and serves the site.
Settings come from the environment; without any the site is at http://localhost:3000.`,
  run: async () => {
    await buildIfStale(() =>
      console.log('Building the pages, as at every first start: this takes about 10 seconds'),
    );
    await import('@coachsite/server/main');
  },
});
