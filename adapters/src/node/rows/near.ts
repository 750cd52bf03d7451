import type { EpochMs } from '@coachsite/core/kernel';

/**
 * Whether a time is nearer to `now` than `since`, which is before it. One that is as far ahead was recorded before the clock
 * was set back.
 */
export const isNear = (at: EpochMs, since: EpochMs, now: EpochMs): boolean =>
  Math.abs(now - at) < now - since;
