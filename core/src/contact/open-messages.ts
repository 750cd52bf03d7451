import { type EpochMs, hourMs, type Milliseconds } from '../kernel/index.ts';
import type { PauseStore } from './pause.ts';
import type { DueLimits, MessageStore } from './ports.ts';
import { latestDueBy, type ReplyPromise, replyDueAt } from './reply-promise.ts';

/** A reply that is due within this time is due soon, in milliseconds. Source: docs/contract.md#3. */
export const dueSoonMs: Milliseconds = 4 * hourMs;

/** The messages that wait for a reply. */
export interface OpenMessages {
  /** All that wait. */
  readonly new: number;
  /** Those of them whose reply was due before now. */
  readonly late: number;
  /** Those of them whose reply is due within `dueSoonMs`, and not late. */
  readonly dueSoon: number;
  /** When the reply to the oldest is due; undefined if none waits. */
  readonly oldestDueAt: EpochMs | undefined;
}

/** The ports for counting what waits for a reply. */
export interface OpenMessagesPorts {
  readonly messages: Pick<MessageStore, 'waiting'>;
  /** Days off, which move the due times. */
  readonly pauses: Pick<PauseStore, 'list'>;
}

/** Where messages are late, and where they are due soon, at `now`. */
export function dueLimits(promise: ReplyPromise, now: EpochMs): DueLimits {
  return {
    lateBefore: latestDueBy(now - 1, promise) + 1,
    soonUntil: latestDueBy(now + dueSoonMs, promise),
  };
}

/**
 * Counts all messages that wait for a reply, by when it is due: `late` before `now`, `dueSoon` within four hours from
 * `now`. `promiseMs` is the promised time to reply. Source: docs/law-and-search.md#C7.
 */
export async function countOpenMessages(
  ports: OpenMessagesPorts,
  { promiseMs }: { readonly promiseMs: Milliseconds },
  now: EpochMs,
): Promise<OpenMessages> {
  const promise = { promiseMs, pauses: await ports.pauses.list() };
  const waiting = await ports.messages.waiting(dueLimits(promise, now));
  const { oldestReceivedAt, ...counts } = waiting;
  return {
    ...counts,
    oldestDueAt: oldestReceivedAt === undefined ? undefined : replyDueAt(oldestReceivedAt, promise),
  };
}
