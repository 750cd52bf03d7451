import { type EpochMs, type Milliseconds, minuteMs } from '../kernel/index.ts';
import type { QueuePause } from './ports.ts';

/** Length of the first pause and of the longest one, in milliseconds, above 0. */
export interface PauseLengths {
  /** After the first failure. */
  readonly firstMs: Milliseconds;
  /** The most that doubling leads to. */
  readonly longestMs: Milliseconds;
}

/**
 * How long a queue pauses after the service took nothing `failures` times in a row, in milliseconds: twice as long each
 * time, up to the longest. Lengths that give no positive number give a minute, so that the service is never asked without
 * a pause. Source: docs/security.md#DR-13.
 */
export function queuePauseMs({ firstMs, longestMs }: PauseLengths, failures: number): number {
  const pauseMs = Math.min(longestMs, firstMs * 2 ** Math.max(0, failures - 1));
  return pauseMs > 0 ? pauseMs : minuteMs;
}

/**
 * Whether nothing may be sent yet. A pause that lies further ahead than the longest one is over: a wrong clock set it.
 */
export function isPaused(
  pause: QueuePause,
  { longestMs }: Pick<PauseLengths, 'longestMs'>,
  now: EpochMs,
): boolean {
  const mostMs = longestMs > 0 ? longestMs : minuteMs;
  return now < pause.until && pause.until - now <= mostMs;
}
