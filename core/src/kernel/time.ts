/** Milliseconds since 1970-01-01T00:00:00Z. */
export type EpochMs = number;

/** Reads the wall clock. Rules take `now` as a value instead. */
export interface Clock {
  readonly now: () => EpochMs;
}

/** A wait in whole seconds and at least one, as the header `Retry-After` says it (RFC 9110, 10.2.3). */
export function wholeSeconds(waitMs: number): number {
  return Math.max(1, Math.ceil(waitMs / 1000));
}

/** One second, minute, hour and day in milliseconds. */
export const secondMs = 1000;
export const minuteMs: number = 60 * secondMs;
export const hourMs: number = 60 * minuteMs;
export const dayMs: number = 24 * hourMs;
