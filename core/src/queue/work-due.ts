import type { Clock, EpochMs, Milliseconds } from '../kernel/index.ts';
import { isPaused, type PauseLengths, queuePauseMs } from './pause.ts';
import type { PausableQueue } from './ports.ts';

/**
 * The outcome of one message. `held`: the service could take no message at all, so the queue pauses; `postpone` gives
 * the message back without a counted try. `skipped`: nothing was sent.
 */
export type Attempt =
  | { readonly kind: 'sent' | 'failed' | 'skipped' }
  | {
      readonly kind: 'held';
      readonly problem: string;
      readonly postpone?: (until: EpochMs) => Promise<void>;
    };

/** A queue, and how one of its messages is sent. */
export interface WorkedQueue<Message> {
  /** Leases due messages, and keeps its pause. */
  readonly queue: PausableQueue & {
    readonly take: (
      limit: number,
      leaseUntil: EpochMs,
      now: EpochMs,
    ) => Promise<readonly Message[]>;
  };
  readonly clock: Clock;
  /** Sends one message. It must not throw: a failure is an outcome. */
  readonly attempt: (message: Message) => Promise<Attempt>;
  /** Longer than sending can take, so that a running worker never loses its lease; in milliseconds. */
  readonly leaseMs: Milliseconds;
  /** Messages sent in parallel: an unresponsive service then delays the others by one time-out only. */
  readonly batchSize: number;
  /** The pause after a problem that `held` the queue. */
  readonly pauseLengths: (problem: string) => PauseLengths;
}

/** Pauses the queue, prolongs its pause, or ends it, according to the outcomes of one batch. */
async function afterBatch<Message>(
  { queue, clock, pauseLengths }: WorkedQueue<Message>,
  attempts: readonly Attempt[],
  earlierFailures: number,
): Promise<void> {
  const held = attempts.filter((attempt) => attempt.kind === 'held');
  const [first] = held;
  if (first) {
    const failures = earlierFailures + 1;
    const until = clock.now() + queuePauseMs(pauseLengths(first.problem), failures);
    await Promise.all(held.map(({ postpone }) => postpone?.(until)));
    await queue.setPause({ problem: first.problem, failures, until });
  } else if (earlierFailures > 0 && attempts.some(({ kind }) => kind !== 'skipped')) {
    await queue.setPause(undefined);
  }
}

/**
 * Sends the due messages until none is left, the queue pauses, or `stopped` returns true; returns how many were sent and
 * how many attempts failed. After a pause one message is tried alone, and the others wait for its outcome.
 * Source: docs/security.md#DR-13.
 */
export async function workDue<Message>(
  work: WorkedQueue<Message>,
  stopped: () => boolean,
): Promise<{ readonly sent: number; readonly failed: number }> {
  const { queue, clock, attempt, leaseMs, batchSize, pauseLengths } = work;
  let sent = 0;
  let failed = 0;
  while (!stopped()) {
    const now = clock.now();
    const pause = await queue.pause();
    if (pause && isPaused(pause, pauseLengths(pause.problem), now)) break;
    const due = await queue.take(pause ? 1 : batchSize, now + leaseMs, now);
    if (due.length === 0) break;
    const attempts = await Promise.all(due.map(attempt));
    await afterBatch(work, attempts, pause?.failures ?? 0);
    sent += attempts.filter(({ kind }) => kind === 'sent').length;
    failed += attempts.filter(({ kind }) => kind === 'failed' || kind === 'held').length;
  }
  return { sent, failed };
}
