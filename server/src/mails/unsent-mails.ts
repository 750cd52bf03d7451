import type { UnsentMails } from '@coachsite/adapters/contract';
import { type EpochMs, timeText } from '@coachsite/core/kernel';
import {
  type MailProblem,
  type MailQueue,
  mailProblems,
  type UnsentMail,
} from '@coachsite/core/mail';
import { singleLine } from '@coachsite/core/text';
import { mailProblemText } from './problem-text.ts';

/** The pause of the queue. */
interface Pause {
  readonly problem: MailProblem;
  readonly until: EpochMs;
}

const problemOf = ({ state, problem }: UnsentMail, pause: Pause | undefined) =>
  problem ?? (state === 'waiting' ? pause?.problem : undefined);

/** A mail as it is listed. One that waits and had no problem of its own has that of the queue, until the end of its pause. */
const toJson = (mail: UnsentMail, pause: Pause | undefined): UnsentMails['mails'][number] => ({
  id: mail.id,
  state: mail.state,
  to: mail.to ?? null,
  subject: mail.subject,
  problem: problemOf(mail, pause) ?? null,
  reason: mailProblemText(problemOf(mail, pause)),
  codes: mail.reason,
  failures: mail.failures,
  canRetry: mail.to !== undefined,
  enqueuedAt: timeText(mail.enqueuedAt),
  nextTryAt:
    mail.nextTryAt === undefined ? null : timeText(Math.max(mail.nextTryAt, pause?.until ?? 0)),
});

const isProblem = (problem: string): problem is MailProblem =>
  mailProblems.some((one) => one === problem);

/**
 * The mails that wait or were given up, at most `limit` of them; the counts say how many there are. Source:
 * docs/security.md#DR-13.
 */
export async function readUnsentMails(
  { mailQueue }: { readonly mailQueue: MailQueue },
  limit: number,
): Promise<UnsentMails> {
  const [mails, counts, pause] = await Promise.all([
    mailQueue.unsent(limit),
    mailQueue.counts(),
    mailQueue.pause(),
  ]);
  const held = pause && {
    problem: isProblem(pause.problem) ? pause.problem : ('unknown' as const),
    until: pause.until,
  };
  return {
    ...counts,
    mails: mails.map((mail) => toJson(mail, held)),
    pause: held
      ? {
          problem: held.problem,
          reason: mailProblemText(held.problem),
          until: timeText(held.until),
        }
      : null,
  };
}

const shortly = (time: string) => time.replace('T', ' ').slice(0, 16);

function lineOf(mail: UnsentMails['mails'][number]): string {
  const { id, state, to, subject, problem, reason, codes, failures, enqueuedAt, nextTryAt } = mail;
  const next = nextTryAt === null ? '' : `, next try ${shortly(nextTryAt)}`;
  const why = problem
    ? `\n    ${reason}${codes ? ` (${codes})` : ''} Failed tries: ${failures}${next}`
    : '';
  // Notices of one kind are joined, and then due later than they were enqueued.
  const joined = !problem && nextTryAt !== null && nextTryAt > enqueuedAt;
  const later = joined ? `\n    Sent at ${shortly(nextTryAt)}, with others like it` : '';
  const gone = to === null ? ' (its link or code was erased: it cannot be sent again)' : '';
  const what = state === 'failed' ? 'given up' : 'waits';
  return `${id}  ${what}  ${shortly(enqueuedAt)} UTC  ${to ?? '-'}  ${singleLine(subject)}${gone}${why}${later}`;
}

/** The same as lines of text, times in UTC: a mail each, whether the mail server takes any at `now`, and the counts. */
export function unsentLines(
  { waiting, failed, pause, mails }: UnsentMails,
  now: EpochMs,
): readonly string[] {
  const isPaused = pause !== null && Date.parse(pause.until) > now;
  return [
    ...mails.map(lineOf),
    ...(isPaused ? [`The mail server takes no mail. Next try: ${shortly(pause.until)} UTC`] : []),
    waiting + failed === 0
      ? 'No mail waits, and none was given up'
      : `${waiting} waiting, ${failed} given up`,
  ];
}
