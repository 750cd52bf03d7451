import { calendarDay, type EpochMs, type Milliseconds, minuteMs } from '../kernel/index.ts';

/**
 * The promise of a reply: how long it takes at most, in milliseconds, and when its clock stands still.
 * Source: docs/rules.md#1, docs/rules.md#9.
 */
export interface ReplyPromise {
  /** How long a reply takes at most, days off not counted. */
  readonly promiseMs: Milliseconds;
  /** When the clock of the promise stands still, in any order; they may overlap. */
  readonly pauses: readonly Span[];
}

/** A time from `startsAt` until before `endsAt`. */
export interface Span {
  readonly startsAt: EpochMs;
  /** The first moment after it. */
  readonly endsAt: EpochMs;
}

/** The spans in order, those that overlap or touch as one, empty ones left out. */
function mergeSpans(spans: readonly Span[]): readonly Span[] {
  const merged: Span[] = [];
  for (const span of [...spans].sort((a, b) => a.startsAt - b.startsAt)) {
    const last = merged.at(-1);
    if (last && span.startsAt <= last.endsAt) {
      const endsAt = Math.max(last.endsAt, span.endsAt);
      merged[merged.length - 1] = { startsAt: last.startsAt, endsAt };
    } else if (span.startsAt < span.endsAt) merged.push(span);
  }
  return merged;
}

/**
 * When the reply to a message is due at the latest. The time to reply stands still during a pause: a message received
 * on the first day of a pause is due at the same time as one received when the pause ends. Source: docs/contract.md#3.
 */
export function replyDueAt(receivedAt: EpochMs, { promiseMs, pauses }: ReplyPromise): EpochMs {
  let due = receivedAt + promiseMs;
  for (const { startsAt, endsAt } of mergeSpans(pauses)) {
    if (endsAt > receivedAt && startsAt < due) due += endsAt - Math.max(startsAt, receivedAt);
  }
  return due;
}

/**
 * For a time due at midnight, the last minute of the day before: people read 00:00 as the next day. Undefined for any
 * time later than the first minute of a day of `zone`. Throws a RangeError for a zone that the runtime does not know.
 */
export function dueAtEndOfDay(dueAt: EpochMs, zone: string): EpochMs | undefined {
  const before = dueAt - minuteMs;
  return calendarDay(zone, before) === calendarDay(zone, dueAt) ? undefined : before;
}

/**
 * The latest time of receipt whose reply is due at `dueAt` or before: the inverse of `replyDueAt`. All messages of one
 * pause are due at the same moment.
 */
export function latestDueBy(dueAt: EpochMs, { promiseMs, pauses }: ReplyPromise): EpochMs {
  let left = promiseMs;
  let until = dueAt;
  for (const { startsAt, endsAt } of [...mergeSpans(pauses)].reverse()) {
    if (endsAt > until && startsAt < until) until = startsAt;
    if (endsAt > until) continue;
    const running = until - endsAt;
    if (left < running) break;
    // What comes at the end of the pause, or in it, is due exactly then.
    if (left === running) return endsAt;
    left -= running;
    until = startsAt;
  }
  return until - left;
}
