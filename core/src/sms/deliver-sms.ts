import { type Clock, minuteMs } from '../kernel/index.ts';
import type { QueuedSms, SmsQueue, SmsSender } from './ports.ts';
import { nextSmsTryAt } from './sms.ts';

/** What the delivery touches. */
export interface DeliverSmsPorts {
  readonly smsQueue: SmsQueue;
  readonly smsSender: SmsSender;
  readonly clock: Clock;
}

/** Messages handed over at once. */
const batchSize = 5;
/** Longer than any single hand-over may take, so that a living worker never loses its hold. */
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
 * Sends the messages that are due until none is left or `stopped` says so; returns how many were sent and how many
 * tries failed. A message is forgotten only after the hand-over, so a crash in between sends it twice, not never.
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
