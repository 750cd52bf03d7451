import { type EpochMs, type Milliseconds, minuteMs } from '../kernel/index.ts';

/** By how much a clock may be corrected between two looks, in milliseconds, without counting as a jump. */
const correctionMs: Milliseconds = 5 * minuteMs;

/** Since when a process has run without a pause. */
export interface Uptime {
  /** When that began, by a clock that nobody can set. */
  readonly since: Milliseconds;
  /** How far the clock of the system is ahead of that one. */
  readonly offset: Milliseconds;
}

/**
 * Since when a process has run without a pause. It begins anew when the clock of the system has jumped, as after the sleep of
 * a machine, in which `passed`, from a clock that nobody can set, may stand still.
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
