import { buildPackages } from '../tests/release/packages.ts';
import { runCommand } from './support/command.ts';

await runCommand({
  help: `npm run build:packages [-- --check] [--reports]

Builds core and adapters for other projects into their folders dist: JavaScript, types, source maps and a manifest.
--check has publint judge the result, and compares the public API with the reports of core/api and adapters/api.
--reports writes these.`,
  options: { check: { type: 'boolean' }, reports: { type: 'boolean' } },
  run: buildPackages,
});
