import type { SiteError } from '@coachsite/core/facts';
import type { Config } from '@coachsite/server/config';
import { englishText } from '@coachsite/server/error-text';
import { failureSentence } from '@coachsite/server/failure-sentence';
import { CommandError, UsageError } from './command.ts';

/** The error of a command that failed because of `error`, in the words of the site. */
export const explain = (error: SiteError): CommandError => new CommandError(englishText(error));

/**
 * The error of a command that failed because of `error`, in a sentence of the operator's words; `whatNot` says what was not
 * done. One that has its words already stays as it is.
 */
export function failed(error: unknown, config: Config, whatNot?: string): Error {
  if (error instanceof CommandError || error instanceof UsageError) return error;
  return new CommandError(failureSentence(error, config, whatNot));
}

/** Prints what was done on stdout, and what is to be known on stderr. */
export function print({ lines, notes }: Record<'lines' | 'notes', readonly string[]>): void {
  for (const line of lines) console.log(line);
  for (const note of notes) console.error(note);
}
