import { type Clock, minuteMs } from '../kernel/index.ts';
import { nextMailTryAt } from './mail.ts';
import type { Mailer, MailQueue, QueuedMail } from './ports.ts';

/** The ports for delivery. */
export interface DeliverMailsPorts {
  readonly mailQueue: MailQueue;
  readonly mailer: Mailer;
  readonly clock: Clock;
}

/** The result of one delivery. */
export interface Delivery {
  readonly sent: number;
  readonly failed: number;
}

/** Mails sent in parallel: an unresponsive mail server then delays the others by one time-out only. */
const batchSize = 5;
/** Longer than sending can take, so that a running worker never loses its lease. */
const leaseMs: number = 5 * minuteMs;

async function deliver(ports: DeliverMailsPorts, { mail, failures }: QueuedMail): Promise<boolean> {
  const handed = await ports.mailer.send(mail);
  const now = ports.clock.now();
  if (handed.isOk()) {
    await ports.mailQueue.markSent(mail.id, now);
    return true;
  }
  await ports.mailQueue.markFailed(mail.id, handed.error.reason, nextMailTryAt(failures + 1, now));
  return false;
}

/**
 * Sends the due mails until none is left or `stopped` returns true; returns how many were sent and how many attempts
 * failed. A mail is marked only after it was sent, so that a crash in between sends it twice with the same Message-ID
 * rather than never. Source: docs/security.md#DR-13.
 */
export async function deliverMails(
  ports: DeliverMailsPorts,
  stopped: () => boolean = () => false,
): Promise<Delivery> {
  let sent = 0;
  let failed = 0;
  while (!stopped()) {
    const now = ports.clock.now();
    const due = await ports.mailQueue.take(now, now + leaseMs, batchSize);
    if (due.length === 0) break;
    for (const wasSent of await Promise.all(due.map((queued) => deliver(ports, queued)))) {
      if (wasSent) sent += 1;
      else failed += 1;
    }
  }
  return { sent, failed };
}
