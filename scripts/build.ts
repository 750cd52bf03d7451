import { parseArgs } from 'node:util';
import { buildSite } from './site-build.ts';

const usage = `npm run build

Builds the pages into ui/dist. npm start does it by itself when something changed.`;

try {
  const { values } = parseArgs({ options: { help: { type: 'boolean' } } });
  if (values.help) console.log(usage);
  else await buildSite();
} catch (error) {
  const isUsage = error instanceof TypeError && 'code' in error;
  console.error(isUsage ? `${error.message}\n\n${usage}` : error);
  process.exitCode = isUsage ? 2 : 1;
}
