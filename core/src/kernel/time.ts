import type { OfKind } from './brand.ts';

/** A time: milliseconds since 1970-01-01T00:00:00Z. */
export type EpochMs = OfKind<number, 'EpochMs'>;

/** A duration in milliseconds. */
export type Milliseconds = OfKind<number, 'Milliseconds'>;

/** A time in whole seconds since 1970-01-01T00:00:00Z, as tokens carry it. */
export type EpochSeconds = OfKind<number, 'EpochSeconds'>;

/** A duration in seconds, as HTTP headers and OAuth 2 count. */
export type Seconds = OfKind<number, 'Seconds'>;

/** Reads the wall clock. Rules take `now` as a value instead. */
export interface Clock {
  /** The time at this moment. It may go back when the clock of the machine is set. */
  readonly now: () => EpochMs;
}

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

/**
 * A wait in whole seconds and at least one, as the header `Retry-After` says it (RFC 9110, 10.2.3). One without end, and
 * what is no number, is a day.
 */
export function wholeSeconds(waitMs: Milliseconds): Seconds {
  return Math.max(1, Math.ceil((Number.isFinite(waitMs) ? waitMs : dayMs) / 1000));
}

/** One second in milliseconds. */
export const secondMs: Milliseconds = 1000;
/** One minute in milliseconds. */
export const minuteMs: Milliseconds = 60 * secondMs;
/** One hour in milliseconds. */
export const hourMs: Milliseconds = 60 * minuteMs;
/** One day in milliseconds. */
export const dayMs: Milliseconds = 24 * hourMs;
