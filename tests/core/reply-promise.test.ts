import { dueAtEndOfDay, replyDueAt } from '@coachsite/core/contact';
import { defaultZone } from '@coachsite/core/defaults';
import { calendarDay, dayMs, hourMs, isDay, shiftDay, startOfDay } from '@coachsite/core/kernel';
import { epochMs } from '@coachsite/core/testing';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dueLimits, dueSoonMs } from '#core/src/contact/open-messages.ts';
import {
  checkPause,
  currentPause,
  endPause,
  longestPauseDays,
  type ReplyPause,
  startPause,
} from '#core/src/contact/pause.ts';
import { latestDueBy } from '#core/src/contact/reply-promise.ts';

const promiseMs = 24 * hourMs;

/** Small numbers, so that pauses overlap, touch, and begin or end at the moments in question. */
const span = fc
  .tuple(fc.nat(200), fc.nat(60))
  .map(([startsAt, length]) => ({ startsAt, endsAt: startsAt + length }));
const promise = fc.record({
  promiseMs: fc.integer({ min: 1, max: 80 }),
  pauses: fc.array(span, { maxLength: 4 }),
});
const isPaused = (pauses: readonly { startsAt: number; endsAt: number }[], at: number) =>
  pauses.some(({ startsAt, endsAt }) => at >= startsAt && at < endsAt);

test('what is due in the first minute of a day is due when the day before ends', () => {
  const day = (due: string) => {
    const at = dueAtEndOfDay(Date.parse(due), defaultZone);
    return at === undefined ? undefined : calendarDay(defaultZone, at);
  };
  expect(day('2026-12-07T22:59:59.999Z')).toBeUndefined();
  expect(day('2026-12-07T23:00:00Z')).toBe('2026-12-07');
  expect(day('2026-12-07T23:00:59.999Z')).toBe('2026-12-07');
  expect(day('2026-12-07T23:01:00Z')).toBeUndefined();
});

describe('when a reply is due', () => {
  test('without a pause, as long after the message as promised', () => {
    fc.assert(
      fc.property(fc.nat(), (at) => {
        expect(replyDueAt(at, { promiseMs, pauses: [] })).toBe(at + promiseMs);
      }),
    );
  });

  test('with pauses, once as many moments outside of them have passed', () => {
    fc.assert(
      fc.property(fc.nat(200), promise, (receivedAt, { promiseMs: wanted, pauses }) => {
        let [at, passed] = [receivedAt, 0];
        for (; passed < wanted; at += 1) if (!isPaused(pauses, at)) passed += 1;
        expect(replyDueAt(receivedAt, { promiseMs: wanted, pauses })).toBe(at);
      }),
    );
  });

  test('never before that of an earlier message', () => {
    fc.assert(
      fc.property(fc.nat(200), fc.nat(200), promise, (a, b, promised) => {
        const [first, second] = [Math.min(a, b), Math.max(a, b)];
        expect(replyDueAt(first, promised)).toBeLessThanOrEqual(replyDueAt(second, promised));
      }),
    );
  });

  test('the latest message due by a moment is the last one that is', () => {
    fc.assert(
      fc.property(fc.nat(400), promise, (dueAt, promised) => {
        const latest = latestDueBy(dueAt, promised);
        expect(replyDueAt(latest, promised)).toBeLessThanOrEqual(dueAt);
        expect(replyDueAt(latest + 1, promised)).toBeGreaterThan(dueAt);
      }),
    );
  });

  test('at the edges of a pause the latest message is the last one before it, or its end', () => {
    const promised = { promiseMs: 10, pauses: [{ startsAt: 100, endsAt: 150 }] };
    const latest = [99, 100, 101, 149, 150, 151, 159, 160, 161].map((dueAt) =>
      latestDueBy(dueAt, promised),
    );
    expect(latest).toEqual([89, 90, 90, 90, 90, 91, 99, 150, 151]);
  });

  test('a span that ends before it begins changes nothing', () => {
    const promised = { promiseMs: 60, pauses: [{ startsAt: 50, endsAt: 20 }] };
    expect(replyDueAt(0, promised)).toBe(60);
    expect(latestDueBy(60, promised)).toBe(0);
  });

  test('late and soon are divided by the due time of each message', () => {
    fc.assert(
      fc.property(epochMs, fc.nat(100), fc.array(span, { maxLength: 3 }), (now, hours, spans) => {
        const pauses = spans.map(({ startsAt, endsAt }) => ({
          startsAt: now + (startsAt - 100) * hourMs,
          endsAt: now + (endsAt - 100) * hourMs,
        }));
        const receivedAt = now - hours * hourMs;
        const due = replyDueAt(receivedAt, { promiseMs, pauses });
        const { lateBefore, soonUntil } = dueLimits({ promiseMs, pauses }, now);
        expect(receivedAt < lateBefore).toBe(due < now);
        expect(receivedAt <= soonUntil).toBe(due <= now + dueSoonMs);
      }),
    );
  });
});

describe('a pause', () => {
  const today = '2026-11-24';

  test.each([
    [
      { from: '', until: ' ' },
      { from: 'required', until: 'required' },
    ],
    [
      { from: '24/12/2026', until: '2026-02-30' },
      { from: 'not_a_date', until: 'not_a_date' },
    ],
    [{ from: '2026-12-24', until: '2026-12-23' }, { until: 'before_from' }],
    [{ from: '2026-11-01', until: '2026-11-23' }, { until: 'over' }],
    [{ from: '2026-12-01', until: '2027-12-02' }, { until: 'too_long' }],
  ] as const)('%j is rejected', (input, fields) => {
    expect(checkPause(input, today)._unsafeUnwrapErr()).toEqual({
      kind: 'validation_failed',
      fields,
    });
  });

  test('is accepted up to the longest, from one day on, also when it has begun', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -30, max: 400 }),
        fc.integer({ min: 1, max: longestPauseDays }),
        (ahead, days) => {
          const from = shiftDay(today, ahead);
          const until = shiftDay(from, days - 1);
          expect(checkPause({ from: ` ${from}`, until }, today).isOk()).toBe(until >= today);
        },
      ),
    );
  });

  test('lasts whole days in Brussels, 23 and 25 hours long too', () => {
    fc.assert(
      fc.property(epochMs, (now) => {
        const day = calendarDay(defaultZone, now);
        expect(isDay(day)).toBe(true);
        const start = startOfDay(defaultZone, day);
        expect(calendarDay(defaultZone, start)).toBe(day);
        expect(calendarDay(defaultZone, start - 1)).toBe(shiftDay(day, -1));
      }),
    );
    const zones = ['Europe/Lisbon', 'Asia/Kathmandu', 'America/St_Johns', 'Pacific/Auckland'];
    fc.assert(
      fc.property(epochMs, fc.constantFrom(...zones), (now, zone) => {
        const day = calendarDay(zone, now);
        const start = startOfDay(zone, day);
        expect(start).toBeLessThanOrEqual(now);
        expect(calendarDay(zone, start)).toBe(day);
        expect(calendarDay(zone, start - 1)).toBe(shiftDay(day, -1));
      }),
    );
    expect(() => calendarDay('Mars/Olympus', 0)).toThrow(RangeError);
    const [summer] = startPause(
      [],
      { from: '2026-03-29', until: '2026-03-29', zone: defaultZone },
      0,
    );
    expect((summer?.endsAt ?? 0) - (summer?.startsAt ?? 0)).toBe(23 * hourMs);
  });

  test('that ends early keeps the time it lasted; one that has not begun leaves nothing', () => {
    const now = Date.parse('2026-12-26T11:00:00Z');
    const begun = startPause(
      [],
      { from: '2026-12-24', until: '2027-01-03', zone: defaultZone },
      Date.parse('2026-11-28T11:00:00Z'),
    );
    const [ended, ...more] = endPause(begun, now);
    expect(more).toEqual([]);
    expect(ended).toMatchObject({ startsAt: startOfDay(defaultZone, '2026-12-24'), endsAt: now });
    expect(currentPause(endPause(begun, now), now)).toBeUndefined();
    const ahead = startPause(
      [],
      { from: '2027-02-01', until: '2027-02-02', zone: defaultZone },
      now,
    );
    expect(endPause(ahead, now)).toEqual([]);
  });

  test('stops the time to reply when it is set, not at a first day that is over, and less than an hour of it is nothing', () => {
    const now = Date.parse('2026-11-28T15:00:00Z');
    const days = { from: '2026-10-28', until: '2026-12-04', zone: defaultZone };
    const endsAt = startOfDay(defaultZone, '2026-12-05');
    const set = startPause([], days, now);
    expect(set).toEqual([{ from: days.from, until: days.until, startsAt: now, endsAt }]);
    expect(endPause(set, now + hourMs - 1)).toEqual([]);
    expect(endPause(set, now + hourMs)).toMatchObject([{ startsAt: now, endsAt: now + hourMs }]);

    // Corrected to days that include now it goes on; to days ahead, it never was.
    const later = now + hourMs / 2;
    const longer = startPause(set, { ...days, from: '2026-11-27', until: '2026-12-06' }, later);
    expect(longer).toMatchObject([
      { from: '2026-11-27', startsAt: now, endsAt: endsAt + 2 * dayMs },
    ]);
    const tomorrow = startPause(longer, { ...days, from: '2026-11-29' }, later);
    const startsAt = startOfDay(defaultZone, '2026-11-29');
    expect(tomorrow).toEqual([{ from: '2026-11-29', until: days.until, startsAt, endsAt }]);
    // One that was to come, and is to begin now, begins now.
    expect(startPause(tomorrow, days, later)).toMatchObject([{ startsAt: later, endsAt }]);
  });

  test('that an earlier version let begin in the past goes on, also when it is corrected', () => {
    const now = Date.parse('2026-11-28T15:00:00Z');
    const startsAt = startOfDay(defaultZone, '2026-11-20');
    const days = { from: '2026-11-20', until: '2026-12-04' };
    const over = { ...days, startsAt: startsAt - 9 * dayMs, endsAt: startsAt - 8 * dayMs };
    const stored = [over, { ...days, startsAt, endsAt: startOfDay(defaultZone, '2026-12-05') }];
    expect(endPause(stored, now)).toMatchObject([over, { startsAt, endsAt: now }]);
    const corrected = { from: '2026-11-20', until: '2026-11-30', zone: defaultZone };
    const endsAt = startOfDay(defaultZone, '2026-12-01');
    expect(startPause(stored, corrected, now)).toMatchObject([over, { startsAt, endsAt }]);
  });

  test('whatever was set before, there is at most one under way or ahead, and no past time is lost', () => {
    const steps = fc.array(
      fc.record({
        passed: fc.integer({ min: 0, max: 20 }),
        ahead: fc.integer({ min: -3, max: 10 }),
        days: fc.integer({ min: 1, max: 14 }),
        isRemoval: fc.boolean(),
      }),
      { maxLength: 12 },
    );
    fc.assert(
      fc.property(epochMs, steps, (begin, all) => {
        let pauses: readonly ReplyPause[] = [];
        let now = begin;
        for (const { passed, ahead, days, isRemoval } of all) {
          now += passed * 24 * hourMs;
          const today = calendarDay(defaultZone, now);
          const from = shiftDay(today, ahead);
          const until = shiftDay(from, days);
          // One whose days are over is rejected before.
          const pause = { from, until: until < today ? today : until };
          const before = pauses;
          pauses = isRemoval
            ? endPause(pauses, now)
            : startPause(pauses, { ...pause, zone: defaultZone }, now);
          expect(pauses.filter(({ endsAt }) => endsAt > now).length).toBeLessThanOrEqual(1);
          for (let at = now - 48 * hourMs; at < now; at += hourMs) {
            if (isPaused(before, at)) expect(isPaused(pauses, at)).toBe(true);
          }
        }
      }),
    );
  });
});
