import { help, mutate, mutationOptions } from '../tests/mutation/run.ts';
import { runCommand } from './support/command.ts';

await runCommand({
  help,
  options: mutationOptions,
  mayFollow: Number.POSITIVE_INFINITY,
  run: mutate,
});
