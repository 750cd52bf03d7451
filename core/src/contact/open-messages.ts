import { type EpochMs, hourMs } from '../kernel/index.ts';
import type { MessageStore } from './ports.ts';
import { replyDueAt } from './reply-promise.ts';

/** A reply that is due within this time is due soon, in milliseconds. Source: docs/contract.md#3. */
export const dueSoonMs: number = 4 * hourMs;

/** The messages that wait for a reply. */
export interface OpenMessages {
  readonly new: number;
  readonly late: number;
  readonly dueSoon: number;
  /** When the reply to the oldest is due; undefined if none waits. */
  readonly oldestDueAt: EpochMs | undefined;
}

/**
 * Counts all messages that wait for a reply, by when it is due under a promise of `promiseMs`: `late` before `now`,
 * `dueSoon` within four hours from `now`. Source: docs/contract.md#3, docs/law-and-search.md#C7.
 */
export async function countOpenMessages(
  messages: Pick<MessageStore, 'waiting'>,
  promiseMs: number,
  now: EpochMs,
): Promise<OpenMessages> {
  const lateBefore = now - promiseMs;
  const waiting = await messages.waiting({ lateBefore, soonUntil: lateBefore + dueSoonMs });
  const { oldestReceivedAt, ...counts } = waiting;
  return {
    ...counts,
    oldestDueAt:
      oldestReceivedAt === undefined ? undefined : replyDueAt(oldestReceivedAt, promiseMs),
  };
}
