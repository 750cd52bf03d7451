import { type EpochMs, hourMs, type Milliseconds, minuteMs } from '../kernel/index.ts';

/** How far the clock may move from the time that really passed, in milliseconds, before it counts as set. */
export const clockToleranceMs: Milliseconds = 5 * minuteMs;

/** How long a clock that was set must run evenly before data is removed by it, in milliseconds. */
export const clockProofMs: Milliseconds = 6 * hourMs;

/** Longest pause, in milliseconds, after which the clock of a new process is believed at once. */
const believedPauseMs: Milliseconds = 24 * hourMs;

/** One reading of the clock: the time of day and, from another source that nobody can set, the time that passed. */
export interface ClockReading {
  readonly now: EpochMs;
  /** Milliseconds since any fixed moment of this process. */
  readonly elapsed: number;
}

/** The last reading, and for how long the clock must still run evenly before it is believed, in milliseconds. */
export interface ClockTrust extends ClockReading {
  /** 0: the clock is believed. */
  readonly proofLeftMs: Milliseconds;
}

/**
 * Whether a clean-up may remove data by this clock: only if `proofLeftMs` is 0. A clock that jumped, in either
 * direction, is believed once it has run evenly for `clockProofMs`, so that a wrong date can be corrected before it
 * deletes anything. A new process (`before` absent) knows only the time of the last clean-up: a clock that is behind
 * it, or more than `believedPauseMs` ahead of it, must prove itself too. So must the clock of a site that was never
 * cleaned up. Source: docs/security.md#DR-7.
 */
export function judgeClock(
  reading: ClockReading,
  before: ClockTrust | undefined,
  lastCleanUp: EpochMs | undefined,
): ClockTrust {
  const { now, elapsed } = reading;
  if (before === undefined) {
    const pause = now - (lastCleanUp ?? Number.NaN);
    const isBelieved = pause >= -clockToleranceMs && pause <= believedPauseMs;
    return { ...reading, proofLeftMs: isBelieved ? 0 : clockProofMs };
  }
  const passed = elapsed - before.elapsed;
  const drift = Math.abs(now - before.now - passed);
  const proofLeftMs = drift > clockToleranceMs ? clockProofMs : before.proofLeftMs - passed;
  return { ...reading, proofLeftMs: Math.max(0, proofLeftMs) };
}
