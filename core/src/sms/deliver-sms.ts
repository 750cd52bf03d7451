import { type Clock, minuteMs, secondMs } from '../kernel/index.ts';
import { type Attempt, workDue } from '../queue/index.ts';
import type { QueuedSms, SmsQueue, SmsSender } from './ports.ts';
import { nextSmsTryAt } from './sms.ts';

/** The ports for delivery. */
export interface DeliverSmsPorts {
  readonly smsQueue: SmsQueue;
  readonly smsSender: SmsSender;
  readonly clock: Clock;
}

/** Attempts in a row during which the process ended, after which a message is dropped. */
const maxUnfinishedTries = 3;

/** Short, because a code expires after a few minutes. */
const pauseLengths = (problem: string) =>
  problem === 'too_many'
    ? { firstMs: 10 * secondMs, longestMs: minuteMs }
    : { firstMs: 2 * secondMs, longestMs: 30 * secondMs };

async function attempt(ports: DeliverSmsPorts, queued: QueuedSms): Promise<Attempt> {
  const { smsQueue, smsSender, clock } = ports;
  const { sms, failures, unfinished } = queued;
  if (clock.now() >= sms.expiresAt || unfinished >= maxUnfinishedTries) {
    await smsQueue.remove(sms.id);
    return { kind: 'skipped' };
  }
  const handed = await smsSender.send(sms);
  if (handed.isErr() && handed.error.problem !== 'rejected') {
    const postpone = (until: number) => smsQueue.postpone(sms.id, until);
    return { kind: 'held', problem: handed.error.problem, postpone };
  }
  const retryAt = handed.isOk() ? undefined : nextSmsTryAt(sms, failures + 1, clock.now());
  if (retryAt === undefined) await smsQueue.remove(sms.id);
  else await smsQueue.delay(sms.id, retryAt);
  return { kind: handed.isOk() ? 'sent' : 'failed' };
}

/**
 * Sends the due messages until none is left, the service takes none, or `stopped` returns true; returns how many were
 * sent and how many attempts failed. A message is deleted only after it was sent, so that a crash in between sends it
 * twice rather than never. While the service cannot be reached a message waits without using up its tries, until its code
 * expires.
 */
export function deliverSms(
  ports: DeliverSmsPorts,
  { stopped = () => false }: { readonly stopped?: (() => boolean) | undefined } = {},
): Promise<{ readonly sent: number; readonly failed: number }> {
  const { smsQueue: queue, clock } = ports;
  const work = {
    queue,
    clock,
    attempt: (queued: QueuedSms) => attempt(ports, queued),
    leaseMs: minuteMs,
    batchSize: 5,
    pauseLengths,
  };
  return workDue(work, stopped);
}
