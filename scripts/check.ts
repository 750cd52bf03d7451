import { runChecks } from '../tests/scripts/checks.ts';
import { runCommand } from './support/command.ts';

await runCommand({
  help: `npm run check

Checks format, lint, boundaries, types, unused code, references and packaging; runs no tests.`,
  run: runChecks,
});
