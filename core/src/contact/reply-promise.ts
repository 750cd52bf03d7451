import { type EpochMs, hourMs } from '../kernel/index.ts';

/**
 * The coach replies within this time, unless the owner configures another. Source: docs/rules.md#1, docs/rules.md#9.
 */
export const replyPromiseMs: number = 24 * hourMs;

/** When the reply to a message is due at the latest. The promise is in milliseconds. */
export function replyDueAt(receivedAt: EpochMs, promiseMs: number = replyPromiseMs): EpochMs {
  return receivedAt + promiseMs;
}
