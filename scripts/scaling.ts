import { help, printScaling, scalingOptions } from '../tests/bench/scaling.ts';
import { runCommand } from './support/command.ts';

await runCommand({ help, options: scalingOptions, run: printScaling });
