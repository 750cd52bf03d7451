import type { SiteError } from '@coachsite/core/facts';
import { englishText } from '@coachsite/server/error-text';
import { reasonOf } from '@coachsite/server/system-errors';
import { CommandError } from './command.ts';

/** The error of a command that failed because of `error`, in the words of the site. */
export const explain = (error: SiteError): CommandError => new CommandError(englishText(error));

/** An error of the file system in one sentence about what was not done; any other error as it is. */
export function fileSystemReason(error: unknown, whatNot: string): unknown {
  const reason = reasonOf(error);
  if (!(error instanceof Error) || !reason) return error;
  const path = 'path' in error ? `${String(error.path)}: ` : '';
  return new CommandError(`${whatNot}: ${path}${reason}`);
}

/** Prints what was done on stdout, and what is to be known on stderr. */
export function print({ lines, notes }: Record<'lines' | 'notes', readonly string[]>): void {
  for (const line of lines) console.log(line);
  for (const note of notes) console.error(note);
}
