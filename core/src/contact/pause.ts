import {
  calendarDay,
  dayMs,
  type EpochMs,
  err,
  hourMs,
  isDay,
  type Milliseconds,
  ok,
  type Result,
  shiftDay,
  startOfDay,
} from '../kernel/index.ts';
import type { Admin } from '../roles/index.ts';
import { logEvent, type RequestContext, type SecurityLogPorts } from '../security-log/index.ts';

/** Days off: whole calendar days of one time zone, both included, as YYYY-MM-DD. Source: docs/contract.md#3. */
export interface Pause {
  readonly from: string;
  readonly until: string;
}

/** A pause and when it stops and resumes the time to reply; a pause that was ended early resumes it then. */
export interface ReplyPause extends Pause {
  /** The first moment of `from` in the time zone of the site, or when the pause was set if that was later. */
  readonly startsAt: EpochMs;
  /** The first moment after `until`, or when the pause was ended early. */
  readonly endsAt: EpochMs;
}

/** A date of a pause. */
type PauseField = keyof Pause;

/** Why a date of a pause is rejected. `too_long`: more than `longestPauseDays` days. */
type PauseFieldReason = 'required' | 'not_a_date' | 'before_from' | 'over' | 'too_long';

/** Dates of a pause are not accepted, each for one reason. */
export interface PauseError {
  /** Nothing was stored. */
  readonly kind: 'validation_failed';
  /** The reason by date; a date that is right is absent. */
  readonly fields: Readonly<Partial<Record<PauseField, PauseFieldReason>>>;
}

/** The longest pause in days, so that a typing error in the year cannot suspend the promise for good. */
export const longestPauseDays = 92;

/** A pause that is ended or moved away within this time, in milliseconds, was set by mistake. */
const takenBackWithinMs = hourMs;

/** Pauses that ended longer ago than this, in milliseconds, no longer change when an open reply is due. */
const forgottenAfterMs = 400 * dayMs;

function checkDay(text: string): PauseFieldReason | undefined {
  if (text === '') return 'required';
  return isDay(text) ? undefined : 'not_a_date';
}

/**
 * Checks the dates of a pause: they exist, are in order, and the pause is not over on `today`. Errors:
 * `validation_failed` with a reason for each wrong date.
 */
export function checkPause(input: Pause, today: string): Result<Pause, PauseError> {
  const [from, until] = [input.from.trim(), input.until.trim()];
  const wrongFrom = checkDay(from);
  const wrongUntil =
    checkDay(until) ??
    (until < today ? 'over' : undefined) ??
    (wrongFrom ? undefined : checkOrder(from, until));
  if (!(wrongFrom || wrongUntil)) return ok({ from, until });
  return err({
    kind: 'validation_failed',
    fields: { ...(wrongFrom && { from: wrongFrom }), ...(wrongUntil && { until: wrongUntil }) },
  });
}

function checkOrder(from: string, until: string): PauseFieldReason | undefined {
  if (until < from) return 'before_from';
  return until >= shiftDay(from, longestPauseDays) ? 'too_long' : undefined;
}

/** The pause that is under way at `now` or still to come, if there is one. */
export function currentPause(pauses: readonly ReplyPause[], now: EpochMs): ReplyPause | undefined {
  return pauses.find(({ endsAt }) => endsAt > now);
}

/**
 * The pause to announce beside a promise of a reply: the time to reply to a message received at `now` would run into
 * it. `promiseMs` is that time.
 */
export function announcedPause(
  pauses: readonly ReplyPause[],
  promiseMs: Milliseconds,
  now: EpochMs,
): Pause | undefined {
  const pause = currentPause(pauses, now);
  if (!pause || pause.startsAt - promiseMs > now) return undefined;
  return { from: pause.from, until: pause.until };
}

/**
 * The pauses with the current one ended at `now`. One that has not begun, or has lasted less than
 * {@link takenBackWithinMs}, was a mistake and leaves no trace.
 */
export function endPause(pauses: readonly ReplyPause[], now: EpochMs): readonly ReplyPause[] {
  return pauses.flatMap((pause) => {
    if (pause.endsAt <= now) return pause.endsAt > now - forgottenAfterMs ? [pause] : [];
    return pause.startsAt <= now - takenBackWithinMs ? [{ ...pause, endsAt: now }] : [];
  });
}

/**
 * The pauses with `pause`, whose days are those of `zone`, in place of the current one. It stops the time to reply from
 * `now` on at the earliest, whatever its first day: what was late stays late. One that corrects a pause under way, and is
 * under way itself, goes on from where that began.
 */
export function startPause(
  pauses: readonly ReplyPause[],
  { zone, ...pause }: Pause & { readonly zone: string },
  now: EpochMs,
): readonly ReplyPause[] {
  const firstMoment = startOfDay(zone, pause.from);
  const endsAt = startOfDay(zone, shiftDay(pause.until, 1));
  const corrected = currentPause(pauses, now);
  if (corrected && firstMoment <= now && corrected.startsAt <= now) {
    const others = pauses.filter((other) => other !== corrected);
    return [...endPause(others, now), { ...pause, startsAt: corrected.startsAt, endsAt }];
  }
  return [...endPause(pauses, now), { ...pause, startsAt: Math.max(firstMoment, now), endsAt }];
}

/** Stores the pauses. It puts them in order itself. */
export interface PauseStore {
  /** The stored pauses, the one that begins first on top, in whatever order `change` gave them. */
  readonly list: () => Promise<readonly ReplyPause[]>;
  /** Replaces all pauses in one atomic step. */
  readonly change: (
    change: (pauses: readonly ReplyPause[]) => readonly ReplyPause[],
  ) => Promise<void>;
}

/** The ports for managing the pause. */
export interface PausePorts extends Omit<SecurityLogPorts, 'reportLostEvent'> {
  readonly pauses: PauseStore;
}

/** Who changes the pause, and where. */
interface PauseRequest {
  readonly admin: Admin;
  readonly context: RequestContext;
}

/** The pause that is under way or still to come. */
export async function readPause(
  ports: Pick<PausePorts, 'pauses' | 'clock'>,
): Promise<Pause | undefined> {
  const pause = currentPause(await ports.pauses.list(), ports.clock.now());
  return pause && { from: pause.from, until: pause.until };
}

/** Sets the pause, in place of the current one, in days of `zone`, and records it. Errors: `validation_failed`. */
export async function setPause(
  ports: PausePorts,
  { zone }: { readonly zone: string },
  { admin, input, context }: PauseRequest & { readonly input: Pause },
): Promise<Result<Pause, PauseError>> {
  const now = ports.clock.now();
  const checked = checkPause(input, calendarDay(zone, now));
  if (checked.isErr()) return err(checked.error);
  await ports.pauses.change((pauses) => startPause(pauses, { ...checked.value, zone }, now));
  const details = { ...checked.value };
  await logEvent(ports, { actionType: 'pause_change', userId: admin.userId, context, details });
  return ok(checked.value);
}

/** Ends the pause now, or removes one that is to come or was set within the hour, and records it. */
export async function removePause(
  ports: PausePorts,
  { admin, context }: PauseRequest,
): Promise<void> {
  const now = ports.clock.now();
  await ports.pauses.change((pauses) => endPause(pauses, now));
  const details = { removed: true };
  await logEvent(ports, { actionType: 'pause_change', userId: admin.userId, context, details });
}
