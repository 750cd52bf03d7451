import { dayMs, type EpochMs, hourMs, minuteMs } from '../kernel/index.ts';
import { isPermanent, isServerProblem, type MailProblem } from './problem.ts';

/**
 * Pauses between the tries of one mail, in milliseconds: each longer than the last, more than 48 hours together. After the
 * last one a mail is given up and shown to the admin. Source: docs/security.md#DR-13.
 */
const pausesMs: readonly number[] = [
  minuteMs,
  5 * minuteMs,
  15 * minuteMs,
  hourMs,
  2 * hourMs,
  4 * hourMs,
  8 * hourMs,
  12 * hourMs,
  dayMs,
];

/**
 * After this many attempts in a row during which the process ended, a mail is set aside, as it may be what ends it.
 * Source: docs/security.md#DR-13.
 */
export const maxUnfinishedTries = 3;

/** When to retry after `failures` failed attempts; `undefined` if the mail is given up. Source: docs/security.md#DR-13. */
export function nextMailTryAt(failures: number, now: EpochMs): EpochMs | undefined {
  const pauseMs = pausesMs[Math.max(1, failures) - 1];
  return pauseMs === undefined ? undefined : now + pauseMs;
}

/** A failed attempt. */
export interface FailedTry {
  /** Decides whether and when it is tried again. */
  readonly problem: MailProblem;
  /** The failed attempts before this one. */
  readonly failures: number;
  /** Until when the link or code in the mail is valid, if it carries one. */
  readonly secretUntil?: EpochMs | undefined;
  /** The mail was postponed, and another one was sent since. */
  readonly wasPassed: boolean;
}

/** What happens to a mail after a failed attempt. */
export type NextStep =
  | { readonly kind: 'postpone' }
  | { readonly kind: 'retry'; readonly at: EpochMs }
  | { readonly kind: 'give_up' };

/**
 * Decides what happens to a mail after a failed attempt. A problem of the server does not use up a try, unless the
 * server has taken another mail since this one was postponed: then the problem is this mail. A mail with a link or code
 * is tried only while that is valid. Source: docs/security.md#DR-13.
 */
export function afterFailedTry(tried: FailedTry, now: EpochMs): NextStep {
  const { problem, failures, secretUntil = Number.POSITIVE_INFINITY, wasPassed } = tried;
  if (isServerProblem(problem) && !wasPassed) return { kind: 'postpone' };
  const at = isPermanent(problem) ? undefined : nextMailTryAt(failures + 1, now);
  return at === undefined || at >= secretUntil ? { kind: 'give_up' } : { kind: 'retry', at };
}
