import { benchOptions, help } from '../tests/bench/options.ts';
import { bench } from '../tests/bench/run.ts';
import { runCommand } from './support/command.ts';

await runCommand({ help, options: benchOptions, mayFollow: Number.POSITIVE_INFINITY, run: bench });
