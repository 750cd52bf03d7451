import { type Clock, hourMs, minuteMs, secondMs } from '../kernel/index.ts';
import { type Attempt, workDue } from '../queue/index.ts';
import type { Mailer, MailQueue, QueuedMail } from './ports.ts';
import { isServerProblem } from './problem.ts';
import { afterFailedTry, maxUnfinishedTries } from './retry.ts';

/** The ports for delivery. */
export interface DeliverMailsPorts {
  readonly mailQueue: MailQueue;
  readonly mailer: Mailer;
  readonly clock: Clock;
}

/** The result of one delivery. */
export interface Delivery {
  /** Mails that the mail server took. */
  readonly sent: number;
  /** Attempts that failed, those that will be repeated included. */
  readonly failed: number;
}

/** Mail services count by the hour or by the day; a server that was down should be noticed soon after it is back. */
const pauseLengths = (problem: string) =>
  problem === 'too_many'
    ? { firstMs: 5 * minuteMs, longestMs: hourMs }
    : { firstMs: 30 * secondMs, longestMs: 10 * minuteMs };

async function attempt(ports: DeliverMailsPorts, queued: QueuedMail): Promise<Attempt> {
  const { mailQueue, mailer, clock } = ports;
  const { mail, failures, unfinished, wasPassed } = queued;
  const { id, secretUntil } = mail;
  const giveUp = (problem: 'crashed' | 'expired') =>
    mailQueue.giveUp(id, { problem, reason: '' }, clock.now());
  if (unfinished >= maxUnfinishedTries) {
    await giveUp('crashed');
    return { kind: 'skipped' };
  }
  if (secretUntil !== undefined && clock.now() >= secretUntil) {
    await giveUp('expired');
    return { kind: 'skipped' };
  }
  const handed = await mailer.send(mail);
  const now = clock.now();
  if (handed.isOk()) {
    await mailQueue.markSent(id, now);
    return { kind: 'sent' };
  }
  const { problem, reason } = handed.error;
  const failure = { problem, reason };
  const step = afterFailedTry({ problem, failures, secretUntil, wasPassed }, now);
  if (step.kind === 'postpone') {
    const postpone = (until: number) => mailQueue.postpone(id, failure, until, clock.now());
    return { kind: 'held', problem, postpone };
  }
  if (step.kind === 'retry') await mailQueue.retryLater(id, failure, step.at);
  else await mailQueue.giveUp(id, failure, now);
  return isServerProblem(problem) ? { kind: 'held', problem } : { kind: 'failed' };
}

/**
 * Sends the due mails until none is left, the mail server takes none, or `stopped` returns true; returns how many were
 * sent and how many attempts failed. A mail is marked only after it was sent, so that a crash in between sends it twice
 * with the same Message-ID rather than never. Source: docs/security.md#DR-13.
 */
export function deliverMails(
  ports: DeliverMailsPorts,
  { stopped = () => false }: { readonly stopped?: (() => boolean) | undefined } = {},
): Promise<Delivery> {
  const { mailQueue: queue, clock } = ports;
  const work = {
    queue,
    clock,
    attempt: (queued: QueuedMail) => attempt(ports, queued),
    leaseMs: 5 * minuteMs,
    batchSize: 5,
    pauseLengths,
  };
  return workDue(work, stopped);
}
