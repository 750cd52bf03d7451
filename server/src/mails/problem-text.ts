import type { MailProblem } from '@coachsite/core/mail';
import english from '@coachsite/ui/content/en/admin.json' with { type: 'json' };

/** A problem without an English text does not compile; the admin page does the same for Dutch. */
const texts: Readonly<Record<MailProblem, string>> = english.mails.problems;

/** The problem of a mail, in plain English; empty before its first attempt. */
export const mailProblemText = (problem: MailProblem | undefined): string =>
  problem === undefined ? '' : texts[problem];
