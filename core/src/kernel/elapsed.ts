import type { EpochMs, Milliseconds } from './time.ts';

/**
 * How far `at` lies from `now`, in milliseconds, to ask whether it is recent. A time ahead of the clock was recorded before the
 * clock was set back: how long ago that was, nobody knows. It counts as passed by as much as it lies ahead, so that a step of a
 * second changes little, and what is far ahead counts as long ago, as nothing may wait until the clock gets there.
 */
export function elapsed(at: EpochMs, now: EpochMs): Milliseconds {
  return Math.abs(now - at);
}

/**
 * Whether a wait that began at `at` is over. One that began ahead of the clock ({@link elapsed}) is: to act once too early costs
 * less than to wait until the clock gets there.
 */
export function isWaitOver(at: EpochMs, waitMs: Milliseconds, now: EpochMs): boolean {
  return at > now || now - at >= waitMs;
}
