import { fieldCommand } from '../tests/field/run.ts';
import { runCommand } from './support/command.ts';

await runCommand(fieldCommand);
