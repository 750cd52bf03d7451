import { type EpochMs, type Milliseconds, minuteMs } from '../kernel/index.ts';

/** What a clock may be corrected by from one look to the next, in milliseconds. */
const correctionMs: Milliseconds = 5 * minuteMs;

/** Since when a process runs on, and how its clock and the time that passed belong together. */
export interface Uptime {
  /** By the clock that nobody can set. */
  readonly since: Milliseconds;
  readonly offset: Milliseconds;
}

/**
 * Since when a process runs on: begun anew when the clock has jumped, as it does when the machine slept, which the time that
 * passed knows nothing of. `passed` is read from a clock that nobody can set.
 */
export function runsOnSince(
  before: Uptime | undefined,
  now: EpochMs,
  passed: Milliseconds,
): Uptime {
  const offset = now - passed;
  const jumped = before === undefined || Math.abs(offset - before.offset) > correctionMs;
  return { since: jumped ? passed : before.since, offset };
}
