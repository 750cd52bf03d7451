import { type Clock, minuteMs } from '../kernel/index.ts';
import type { QueuedSms, SmsQueue, SmsSender } from './ports.ts';
import { nextSmsTryAt } from './sms.ts';

/** The ports for delivery. */
export interface DeliverSmsPorts {
  readonly smsQueue: SmsQueue;
  readonly smsSender: SmsSender;
  readonly clock: Clock;
}

/** Messages sent in parallel. */
const batchSize = 5;
/** Longer than sending can take, so that a running worker never loses its lease. */
const leaseMs: number = minuteMs;

async function deliver(ports: DeliverSmsPorts, { sms, failures }: QueuedSms): Promise<boolean> {
  const { smsQueue, smsSender, clock } = ports;
  if (clock.now() >= sms.expiresAt) {
    await smsQueue.remove(sms.id);
    return false;
  }
  const handed = await smsSender.send(sms);
  const retryAt = handed.isOk() ? undefined : nextSmsTryAt(sms, failures + 1, clock.now());
  if (retryAt === undefined) await smsQueue.remove(sms.id);
  else await smsQueue.delay(sms.id, retryAt);
  return handed.isOk();
}

/**
 * Sends the due messages until none is left or `stopped` returns true; returns how many were sent and how many
 * attempts failed. A message is deleted only after it was sent, so that a crash in between sends it twice rather than
 * never.
 */
export async function deliverSms(
  ports: DeliverSmsPorts,
  stopped: () => boolean = () => false,
): Promise<{ readonly sent: number; readonly failed: number }> {
  let sent = 0;
  let failed = 0;
  while (!stopped()) {
    const now = ports.clock.now();
    const due = await ports.smsQueue.take(now, now + leaseMs, batchSize);
    if (due.length === 0) break;
    for (const wasSent of await Promise.all(due.map((queued) => deliver(ports, queued)))) {
      if (wasSent) sent += 1;
      else failed += 1;
    }
  }
  return { sent, failed };
}
