import type { CoreError } from '@coachsite/core/errors';
import { englishText } from '@coachsite/server/error-text';
import { CommandError } from './command.ts';

/** The error of a command that failed because of `error`, in the words of the site. */
export const explain = (error: CoreError): CommandError => new CommandError(englishText(error));
