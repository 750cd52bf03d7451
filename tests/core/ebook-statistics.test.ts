import { defaultStatistics, defaultZone } from '@coachsite/core/defaults';
import type { DayCount } from '@coachsite/core/ebook';
import { calendarDay, mondayOf, shiftDay } from '@coachsite/core/kernel';
import { epochMs, nearClockChange } from '@coachsite/core/testing';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { countDownloads, everyDay } from '#core/src/ebook/statistics.ts';
import { casesOf } from '../support/core-cases.ts';

interface StatisticsCase {
  readonly name: string;
  readonly now: string;
  readonly times: readonly string[];
  readonly expected: { total: number; today: number; thisWeek: number; thisMonth: number };
}

const daysOf = (times: readonly number[]): readonly DayCount[] =>
  times.map((at) => ({ day: calendarDay(defaultZone, at), downloads: 1, excluded: 0 }));

describe('download statistics (docs/rules.md#3)', () => {
  test.each(casesOf<StatisticsCase>('statistics', 'cases'))('$name', ({ now, times, expected }) => {
    const counted = countDownloads(
      daysOf(times.map(Date.parse)),
      defaultStatistics,
      Date.parse(now),
    );
    expect(counted).toMatchObject(expected);
  });

  test('today counts in the week and the month, and all count in the total', () => {
    const ages = fc.array(fc.nat(70 * 86_400_000), { maxLength: 40 });
    fc.assert(
      fc.property(fc.oneof(epochMs, nearClockChange), ages, (now, all) => {
        const counted = countDownloads(daysOf(all.map((age) => now - age)), defaultStatistics, now);
        expect(counted.total).toBe(all.length);
        expect(counted.today).toBeLessThanOrEqual(Math.min(counted.thisWeek, counted.thisMonth));
        expect(Math.max(counted.thisWeek, counted.thisMonth)).toBeLessThanOrEqual(counted.total);
        expect(counted.days.at(-1)?.downloads).toBe(counted.today);
      }),
    );
  });

  test('the chart has the last 30 days without gaps, oldest first', () => {
    fc.assert(
      fc.property(fc.oneof(epochMs, nearClockChange), (now) => {
        const dates = countDownloads([], defaultStatistics, now).days.map(({ date }) => date);
        expect(dates).toHaveLength(30);
        expect(dates.at(-1)).toBe(calendarDay(defaultZone, now));
        expect(dates).toEqual([...new Set(dates)].sort());
        expect(shiftDay(dates[0] ?? '', 29)).toBe(dates.at(-1));
      }),
    );
  });

  test('the whole history has every day from the first to today, and loses no download', () => {
    const ages = fc.array(fc.nat(400 * 86_400_000), { maxLength: 20 });
    fc.assert(
      fc.property(fc.oneof(epochMs, nearClockChange), ages, (now, all) => {
        const known = new Map(daysOf(all.map((age) => now - age)).map((day) => [day.day, day]));
        const days = everyDay([...known.values()], defaultStatistics, now);
        expect(days.at(-1)?.day).toBe(calendarDay(defaultZone, now));
        for (const [index, { day }] of days.entries()) {
          expect(day).toBe(shiftDay(days[0]?.day ?? '', index));
        }
        expect(days.filter(({ downloads }) => downloads > 0)).toHaveLength(known.size);
      }),
    );
  });

  test('days that a wrong clock recorded count in the total only', () => {
    const on = (day: string, downloads: number) => ({ day, downloads, excluded: 0 });
    // Wednesday 11 November; Monday was the 9th.
    const days = [
      on('2026-10-31', 1),
      on('2026-11-08', 2),
      on('2026-11-09', 4),
      on('2026-11-11', 8),
      on('2026-11-11', 16),
      on('2026-11-12', 32),
      on('2026-12-01', 64),
    ];
    const now = Date.parse('2026-11-11T12:00:00Z');
    expect(countDownloads(days, { ...defaultStatistics, chartDays: 4 }, now)).toEqual({
      total: 127,
      today: 24,
      thisWeek: 28,
      thisMonth: 30,
      excluded: 0,
      days: [
        { date: '2026-11-08', downloads: 2 },
        { date: '2026-11-09', downloads: 4 },
        { date: '2026-11-10', downloads: 0 },
        { date: '2026-11-11', downloads: 24 },
      ],
    });
    const today = { day: '2026-11-11', downloads: 0, excluded: 0 };
    expect(everyDay([on('2026-12-01', 64)], defaultStatistics, now)).toEqual([today]);
  });

  test('the whole history adds up rows of one day, and leaves out what is no day', () => {
    const now = Date.parse('2026-11-11T12:00:00Z');
    const days = [
      { day: '2026-11-11', downloads: 8, excluded: 1 },
      { day: '', downloads: 4, excluded: 0 },
      { day: '1969-12-31', downloads: 2, excluded: 0 },
      { day: '2026-11-10', downloads: 3, excluded: 0 },
      { day: '2026-11-11', downloads: 16, excluded: 2 },
    ];
    expect(everyDay(days, defaultStatistics, now)).toEqual([
      { day: '2026-11-10', downloads: 3, excluded: 0 },
      { day: '2026-11-11', downloads: 24, excluded: 3 },
    ]);
  });

  test('the whole history ends on the last day that can be written, whatever the clock says', () => {
    const last = calendarDay(defaultZone, Number.POSITIVE_INFINITY);
    const counted = [
      { day: shiftDay(last, -1), downloads: 1, excluded: 0 },
      { day: last, downloads: 2, excluded: 0 },
    ];
    for (const now of [Number.POSITIVE_INFINITY, 8.64e15 + 1])
      expect(everyDay(counted, defaultStatistics, now)).toEqual(counted);
    expect(everyDay([], defaultStatistics, Number.NaN)).toHaveLength(1);
  });

  test('what robots asked for is counted beside the downloads only', () => {
    const days = [{ day: '2026-11-24', downloads: 2, excluded: 5 }];
    expect(
      countDownloads(days, defaultStatistics, Date.parse('2026-11-24T12:00:00Z')),
    ).toMatchObject({
      total: 2,
      today: 2,
      excluded: 5,
    });
  });

  test('a week begins on its Monday', () => {
    fc.assert(
      fc.property(fc.oneof(epochMs, nearClockChange), (now) => {
        const day = calendarDay(defaultZone, now);
        const monday = mondayOf(day);
        expect(new Date(`${monday}T00:00:00Z`).getUTCDay()).toBe(1);
        expect(monday <= day && day < shiftDay(monday, 7)).toBe(true);
      }),
    );
  });

  test('days are those of Brussels, also at both clock changes and at New Year', () => {
    expect(calendarDay(defaultZone, Date.parse('2026-03-28T22:59:59Z'))).toBe('2026-03-28');
    expect(calendarDay(defaultZone, Date.parse('2026-03-28T23:00:00Z'))).toBe('2026-03-29');
    expect(calendarDay(defaultZone, Date.parse('2026-03-29T22:00:00Z'))).toBe('2026-03-30');
    expect(calendarDay(defaultZone, Date.parse('2026-10-25T22:59:59Z'))).toBe('2026-10-25');
    expect(calendarDay(defaultZone, Date.parse('2026-12-31T23:00:00Z'))).toBe('2027-01-01');
  });
});
