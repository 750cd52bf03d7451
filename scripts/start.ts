import { parseArgs } from 'node:util';
import { buildIfStale } from '@coachsite/ui/site-build';

const usage = `npm start

Builds what changed, migrates the database and serves the site.
Settings come from the environment; without any the site is at http://localhost:3000.`;

try {
  const { values } = parseArgs({ options: { help: { type: 'boolean' } } });
  if (values.help) {
    console.log(usage);
    process.exit(0);
  }
} catch (error) {
  console.error(`${error instanceof Error ? error.message : error}\n\n${usage}`);
  process.exit(2);
}

try {
  await buildIfStale(() =>
    console.log('Building the pages, as at every first start: this takes about 10 seconds'),
  );
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
await import('@coachsite/server/main');
