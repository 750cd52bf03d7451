/** Milliseconds since 1970-01-01T00:00:00Z. */
export type EpochMs = number;

/** Reads the wall clock. Rules take `now` as a value instead. */
export interface Clock {
  readonly now: () => EpochMs;
}

/** One second, minute, hour and day in milliseconds. */
export const secondMs = 1000;
export const minuteMs: number = 60 * secondMs;
export const hourMs: number = 60 * minuteMs;
export const dayMs: number = 24 * hourMs;
