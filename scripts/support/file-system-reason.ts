import { reasonOf } from '@coachsite/server/system-errors';
import { CommandError } from './command.ts';

/** An error of the file system in one sentence about what was not done; any other error as it is. */
export function fileSystemReason(error: unknown, whatNot: string): unknown {
  const reason = reasonOf(error);
  if (!(error instanceof Error) || !reason) return error;
  const path = 'path' in error ? `${String(error.path)}: ` : '';
  return new CommandError(`${whatNot}: ${path}${reason}`);
}
