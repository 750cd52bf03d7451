import { containsEmail } from '@coachsite/core/account';
import {
  type Mail,
  type MailProblem,
  mailProblems,
  type UnsentMail,
  type WaitingMail,
} from '@coachsite/core/mail';

/** What is asked of a row of `mail_queue`. */
export interface MailRow {
  readonly id: string;
  readonly state: UnsentMail['state'];
  readonly recipient: string | null;
  readonly subject: string;
  readonly problem: string;
  readonly reason: string;
  readonly failures: number;
  readonly enqueued_at_ms: number;
  readonly due_at_ms: number;
}

/**
 * A mail that was given up before its problem was recorded has a reason only; a problem of another version of the program
 * is unknown.
 */
const problemOf = ({ problem, reason }: MailRow): MailProblem | undefined => {
  if (problem === '' && reason === '') return undefined;
  return mailProblems.find((known) => known === problem) ?? 'unknown';
};

export const toUnsent = (row: MailRow): UnsentMail => ({
  id: row.id,
  state: row.state,
  to: row.recipient ?? undefined,
  subject: row.subject,
  problem: problemOf(row),
  reason: row.reason,
  failures: row.failures,
  enqueuedAt: row.enqueued_at_ms,
  nextTryAt: row.state === 'waiting' ? row.due_at_ms : undefined,
});

/** A mail as it is kept. */
export const readMail = (content: string): Mail => JSON.parse(content) as Mail;

/** A mail whose content may name somebody; empty where it does not. */
export interface SearchedMail {
  readonly place: number;
  readonly id: string;
  readonly enqueuedAt: number;
  readonly content: string;
}

/** Those of the mails that name an e-mail address in what they say. */
export const mailsNaming = (searched: readonly SearchedMail[], address: string) =>
  searched.flatMap(({ content, ...row }) => {
    if (content === '') return [];
    const { to, subject, text } = readMail(content);
    return containsEmail(`${subject}\n${text}`, address) ? [{ ...row, to, subject }] : [];
  });

/** The mails at these places, each once and in their order. */
export const inOrder = (
  rows: readonly (WaitingMail & { readonly place: number })[],
): readonly WaitingMail[] =>
  [...new Map(rows.map((row) => [row.place, row])).values()]
    .sort((a, b) => a.place - b.place)
    .map(({ to, subject, enqueuedAt }) => ({ to, subject, enqueuedAt }));
