import type { WaitingListId } from '../catalogue/index.ts';
import { type EpochMs, hourMs, isWaitOver, minuteMs } from '../kernel/index.ts';

/**
 * How many launch mails may leave in an hour, as mail services count. Each is a whole number of mails a minute or of
 * minutes a mail. Source: docs/decisions/0042-pace-of-a-launch.md.
 */
export const launchPaces = [30, 60, 120, 300, 600] as const;

/** Launch mails an hour. */
export type LaunchPace = (typeof launchPaces)[number];

/** The launch of a program that is under way. */
export interface Launch {
  /** The program that is announced, or another waiting list. */
  readonly programId: WaitingListId;
  readonly startedAt: EpochMs;
  /** Those who confirmed later are part of the next launch. */
  readonly confirmedUntil: EpochMs;
  /** `undefined`: all mails at once. */
  readonly perHour: LaunchPace | undefined;
  /** When mails were last handed to the queue. */
  readonly releasedAt: EpochMs | undefined;
  /** No mails leave until it is resumed. */
  readonly isPaused: boolean;
}

/** How far a launch is. */
export interface LaunchProgress extends Launch {
  readonly sent: number;
  /** People whose mail is still to leave. */
  readonly waiting: number;
  /** Mails that were given up. */
  readonly failed: number;
}

/** There is no launch of this program under way. */
export interface LaunchNotFoundError {
  /** It has ended, or was never begun. */
  readonly kind: 'launch_not_found';
}

/** The pace with this many mails an hour; `undefined` if there is none. */
export function toLaunchPace(perHour: number): LaunchPace | undefined {
  return launchPaces.find((pace) => pace === perHour);
}

/** Mails that are released together, and the time between two releases in milliseconds. */
function stepOf(perHour: LaunchPace) {
  const mails = Math.max(1, Math.floor((perHour * minuteMs) / hourMs));
  return { mails, everyMs: (mails * hourMs) / perHour };
}

/**
 * How many mails of a launch may be handed to the queue now; without a pace all of them. In any hour that is at most its pace, also after the
 * server was stopped: what it missed is not caught up. `inQueue`: its mails in the queue that have not failed yet;
 * while the mail server takes none, no more are added. Source: docs/decisions/0042-pace-of-a-launch.md.
 */
export function releasable(
  { perHour, releasedAt, isPaused }: Pick<Launch, 'perHour' | 'releasedAt' | 'isPaused'>,
  inQueue: number,
  now: EpochMs,
): number {
  if (isPaused) return 0;
  if (perHour === undefined) return Number.MAX_SAFE_INTEGER;
  const { mails, everyMs } = stepOf(perHour);
  const isDue = releasedAt === undefined || isWaitOver(releasedAt, everyMs, now);
  return isDue ? Math.max(0, mails - inQueue) : 0;
}

/**
 * How long a launch to `waiting` people takes at a pace, in milliseconds, as the first mails leave at once.
 */
export function launchLengthMs(perHour: LaunchPace | undefined, waiting: number): number {
  if (perHour === undefined || waiting === 0) return 0;
  const { mails, everyMs } = stepOf(perHour);
  return (Math.ceil(waiting / mails) - 1) * everyMs;
}

/** When the last mail of a launch leaves at its pace, if the mail server takes each. Source: docs/decisions/0042-pace-of-a-launch.md. */
export function launchEndsAt(
  { perHour, releasedAt, waiting }: Pick<LaunchProgress, 'perHour' | 'releasedAt' | 'waiting'>,
  now: EpochMs,
): EpochMs {
  if (perHour === undefined || waiting === 0) return now;
  const isRecent = releasedAt !== undefined && releasedAt <= now;
  const next = isRecent ? Math.max(now, releasedAt + stepOf(perHour).everyMs) : now;
  return next + launchLengthMs(perHour, waiting);
}
