import { buildPackages } from '../tests/release/packages.ts';
import { runCommand } from './support/command.ts';

await runCommand({
  help: `npm run build:packages [-- --check]

Builds core and adapters for other projects into their folders dist: JavaScript, types, source maps and a manifest.
--check has publint and Are the types wrong judge the result.`,
  options: { check: { type: 'boolean' } },
  run: ({ check = false }) => buildPackages(check),
});
