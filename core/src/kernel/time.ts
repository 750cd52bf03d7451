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
