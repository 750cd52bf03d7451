import { calendarDay } from '@coachsite/core/kernel';
import { anyCharacter, epochMs, nearClockChange } from '@coachsite/core/testing';
import {
  between,
  bookingUrlFor,
  countOf,
  dayOf,
  daysPerWeek,
  emptyWeek,
  endOf,
  type HalfHourKind,
  halfHourAt,
  halfHourKinds,
  halfHoursPerWeek,
  nextDate,
  paint,
  pick,
  readWeek,
  runsOf,
  savedWeek,
  slotOf,
  slotsPerDay,
  timeOf,
  usualWeek,
  type Week,
  withPreset,
} from '@coachsite/core/week';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

const halfHour = fc.integer({ min: 0, max: halfHoursPerWeek - 1 });
const kind = fc.constantFrom(...halfHourKinds);

/** Any week that can be painted and picked in. */
const anyWeek = fc
  .tuple(fc.array(fc.tuple(halfHour, halfHour, kind), { maxLength: 8 }), fc.option(halfHour))
  .map(([strokes, picked]): Week => {
    const painted = strokes.reduce(
      (week, [from, to, one]) => paint(week, between(from, to), one),
      emptyWeek,
    );
    return picked === null ? painted : pick(painted, picked);
  });

const monday = (hours: number) => halfHourAt(0, hours * 2);

describe('the half hours of a week (docs/rules.md#week)', () => {
  test('336 of them, each with its day and its time', () => {
    expect(halfHoursPerWeek).toBe(336);
    fc.assert(
      fc.property(halfHour, (at) => {
        expect(halfHourAt(dayOf(at), slotOf(at))).toBe(at);
      }),
    );
  });

  test('beyond the ends of the week comes its nearest half hour', () => {
    expect(halfHourAt(-1, -5)).toBe(0);
    expect(halfHourAt(9, 99)).toBe(335);
    expect(halfHourAt(2, 48)).toBe(halfHourAt(2, 47));
  });

  test.each([
    [0, '0.00', '0:00', '0.30'],
    [1, '0.30', '0:30', '1.00'],
    [19, '9.30', '9:30', '10.00'],
    [73, '12.30', '12:30', '13.00'],
    [335, '23.30', '23:30', '24.00'],
  ])('half hour %i begins at %s', (at, dutch, english, end) => {
    expect(timeOf(at, 'nl')).toBe(dutch);
    expect(timeOf(at, 'en')).toBe(english);
    expect(endOf(at, 'nl')).toBe(end);
  });
});

describe('painting', () => {
  test('a stroke from Monday 9.00 to Friday 16.30 is the same eight hours on five days', () => {
    const stroke = between(monday(9), halfHourAt(4, 33));
    expect(stroke).toHaveLength(5 * 16);
    expect(new Set(stroke.map(dayOf))).toEqual(new Set([0, 1, 2, 3, 4]));
    expect(Math.min(...stroke.map(slotOf))).toBe(18);
    expect(Math.max(...stroke.map(slotOf))).toBe(33);
  });

  test('a stroke is the same from either corner, and holds both', () => {
    fc.assert(
      fc.property(halfHour, halfHour, (from, to) => {
        const stroke = between(from, to);
        expect([...stroke].sort()).toEqual([...between(to, from)].sort());
        expect(stroke).toContain(from);
        expect(stroke).toContain(to);
        expect(new Set(stroke).size).toBe(stroke.length);
        expect(stroke.length).toBe(
          (Math.abs(dayOf(from) - dayOf(to)) + 1) * (Math.abs(slotOf(from) - slotOf(to)) + 1),
        );
      }),
    );
  });

  test('changes what the stroke covers and nothing else', () => {
    fc.assert(
      fc.property(anyWeek, halfHour, halfHour, kind, (week, from, to, one) => {
        const stroke = new Set(between(from, to));
        const painted = paint(week, [...stroke], one);
        painted.kinds.forEach((after, at) => {
          expect(after).toBe(stroke.has(at) ? one : week.kinds[at]);
        });
      }),
    );
  });

  test('the counts of all kinds are the week, whatever was painted', () => {
    fc.assert(
      fc.property(anyWeek, (week) => {
        const sum = halfHourKinds.reduce((total, one) => total + countOf(week, one), 0);
        expect(sum).toBe(halfHoursPerWeek);
      }),
    );
  });
});

describe('the picked half hour', () => {
  test('is always free: painting over it gives it up', () => {
    fc.assert(
      fc.property(anyWeek, halfHour, halfHour, kind, (week, from, to, one) => {
        const { kinds, picked } = paint(week, between(from, to), one);
        if (picked !== undefined) expect(kinds[picked]).toBe('free');
        const kept = week.picked;
        if (kept !== undefined && kinds[kept] === 'free') expect(picked).toBe(kept);
      }),
    );
  });

  test('can only be one that is free', () => {
    const busy = paint(emptyWeek, [monday(9)], 'work');
    expect(pick(busy, monday(9))).toBe(busy);
    expect(pick(busy, monday(10)).picked).toBe(monday(10));
    expect(pick(busy, 400)).toBe(busy);
  });
});

describe('the runs of a day', () => {
  test('join to the whole day, each of the kind of its half hours, no two alike side by side', () => {
    fc.assert(
      fc.property(anyWeek, fc.nat(daysPerWeek - 1), (week, day) => {
        const runs = runsOf(week, day);
        expect(runs[0]?.from).toBe(0);
        expect(runs.at(-1)?.to).toBe(slotsPerDay);
        runs.forEach((run, index) => {
          expect(run.to).toBeGreaterThan(run.from);
          const next = runs[index + 1];
          if (next) {
            expect(next.from).toBe(run.to);
            expect(next.kind).not.toBe(run.kind);
          }
          for (let slot = run.from; slot < run.to; slot += 1)
            expect(week.kinds[halfHourAt(day, slot)]).toBe(run.kind);
        });
      }),
    );
  });
});

describe('the weeks to start from', () => {
  test('the nights of the picture leave 231 half hours', () => {
    expect(countOf(usualWeek, 'sleep')).toBe(105);
    expect(countOf(usualWeek, 'free')).toBe(231);
    expect(usualWeek.kinds[halfHourAt(3, 13)]).toBe('free');
    expect(usualWeek.kinds[halfHourAt(3, 12)]).toBe('sleep');
  });

  test('office hours: 100 half hours of work, on five days', () => {
    const week = withPreset(usualWeek, 'office');
    expect(countOf(week, 'work')).toBe(100);
    expect(countOf(week, 'free')).toBe(131);
    expect(runsOf(week, 5).some((run) => run.kind === 'work')).toBe(false);
  });

  test('a preset replaces its own kinds and leaves the others', () => {
    const office = withPreset(usualWeek, 'office');
    const both = withPreset(office, 'children');
    expect(countOf(both, 'work')).toBe(100);
    expect(countOf(both, 'free')).toBe(68);
    const early = withPreset(both, 'early');
    expect(countOf(early, 'work')).toBe(90);
    expect(countOf(early, 'sleep')).toBe(105);
  });

  test('the family preset takes the mornings, the evenings and half of the weekend', () => {
    const week = withPreset(usualWeek, 'children');
    expect(countOf(week, 'family')).toBe(5 * (3 + 4) + 2 * (6 + 8));
    expect(runsOf(week, 0).filter((run) => run.kind === 'family')).toEqual([
      { kind: 'family', from: 13, to: 16 },
      { kind: 'family', from: 36, to: 40 },
    ]);
    expect(runsOf(week, 6).filter((run) => run.kind === 'family')).toEqual([
      { kind: 'family', from: 18, to: 24 },
      { kind: 'family', from: 28, to: 36 },
    ]);
  });

  test('after any preset each half hour has one of the kinds', () => {
    fc.assert(
      fc.property(anyWeek, fc.constantFrom('office', 'early', 'children'), (week, id) => {
        for (const one of withPreset(week, id).kinds) expect(halfHourKinds).toContain(one);
      }),
    );
  });

  test('the same preset twice is the preset once', () => {
    fc.assert(
      fc.property(anyWeek, fc.constantFrom('office', 'early', 'children'), (week, id) => {
        const once = withPreset(week, id);
        expect(withPreset(once, id).kinds).toEqual(once.kinds);
      }),
    );
  });
});

describe('a saved week', () => {
  test('is read as it was written', () => {
    fc.assert(
      fc.property(anyWeek, (week) => {
        expect(readWeek(savedWeek(week))).toEqual(week);
      }),
    );
  });

  test.each([
    null,
    '',
    '0'.repeat(335),
    '0'.repeat(337),
    `${'0'.repeat(335)}4`,
    `${'0'.repeat(335)}x`,
    `${'0'.repeat(335)} `,
    '\n'.repeat(336),
  ])('%j is none', (text) => {
    expect(readWeek(text)).toBeUndefined();
  });

  test('a picked half hour that is not free, or no half hour, is not picked', () => {
    const busy = savedWeek(paint(emptyWeek, [7], 'sleep'));
    for (const picked of ['7', '336', '-1', '1.5', 'x', ''])
      expect(readWeek(`${busy}:${picked}`), picked).toEqual(readWeek(busy));
  });

  test('is 336 digits, and after a colon the picked half hour, in digits too', () => {
    const free = '0'.repeat(336);
    expect(savedWeek(emptyWeek)).toBe(free);
    expect(savedWeek(pick(emptyWeek, 7))).toBe(`${free}:7`);
    expect(readWeek(`${free}:7`)?.picked).toBe(7);
    for (const picked of ['7e0', ' 7', '7 ', '7.0', '0x7', '+7'])
      expect(readWeek(`${free}:${picked}`), picked).toEqual(emptyWeek);
  });

  test('any other text does not throw', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), (text) => {
        const week = readWeek(text);
        if (week) expect(savedWeek(week).startsWith(text.slice(0, 336))).toBe(true);
      }),
    );
  });
});

/** The weekday (0 is Monday) and the time in Brussels, by another way than the rule. */
function brusselsClock(at: number) {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone: 'Europe/Brussels',
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(at);
  const of = (type: string) => parts.find((part) => part.type === type)?.value ?? '';
  const day = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'].indexOf(of('weekday'));
  return { day, minutes: Number(of('hour')) * 60 + Number(of('minute')) };
}

const brusselsDate = (at: number) => calendarDay('Europe/Brussels', at);

describe('the next date of a half hour, in Brussels', () => {
  test.each([
    // Tuesday 24 November 2026, 9.30 in Brussels.
    ['later today', '2026-11-24T08:30:00Z', halfHourAt(1, 25), '2026-11-24'],
    ['begins this minute: next week', '2026-11-24T11:30:00Z', halfHourAt(1, 25), '2026-12-01'],
    ['a minute before it begins', '2026-11-24T11:29:59Z', halfHourAt(1, 25), '2026-11-24'],
    ['yesterday’s weekday', '2026-11-24T08:30:00Z', halfHourAt(0, 40), '2026-11-30'],
    ['past midnight in Brussels, not yet in UTC', '2026-11-24T23:10:00Z', 2 * 48, '2026-12-02'],
    ['over the end of the year', '2026-12-31T12:00:00Z', halfHourAt(0, 18), '2027-01-04'],
    ['over the end of summer time', '2026-10-24T10:00:00Z', halfHourAt(6, 6), '2026-10-25'],
    ['over the start of summer time', '2026-03-28T10:00:00Z', halfHourAt(6, 4), '2026-03-29'],
    ['in the hour that comes twice', '2026-10-25T00:40:00Z', halfHourAt(6, 4), '2026-11-01'],
    ['on a leap day', '2028-02-28T10:00:00Z', halfHourAt(1, 20), '2028-02-29'],
  ])('%s', (_, now, at, date) => {
    expect(nextDate(at, Date.parse(now))).toBe(date);
  });

  test('is the first moment after now with that weekday and time', () => {
    fc.assert(
      fc.property(fc.oneof(epochMs, nearClockChange), halfHour, (now, at) => {
        const quarter = 15 * 60_000;
        let moment = Math.ceil((now + 1) / quarter) * quarter;
        const isIt = () => {
          const { day, minutes } = brusselsClock(moment);
          return day === dayOf(at) && minutes === slotOf(at) * 30;
        };
        const end = now + 8 * 86_400_000;
        while (!isIt() && moment < end) moment += quarter;
        // A half hour that the clock skips in spring does not come on that day; the date is named all the same.
        if (moment >= end) return;
        const date = nextDate(at, now);
        const isSkipped = date < brusselsDate(moment) && slotOf(at) >= 4 && slotOf(at) < 6;
        const isRepeated = date > brusselsDate(moment) && slotOf(at) >= 4 && slotOf(at) < 6;
        if (!isSkipped && !isRepeated) expect(date).toBe(brusselsDate(moment));
        expect((new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7).toBe(dayOf(at));
      }),
      { numRuns: 30 },
    );
  });
});

describe('the booking page of a half hour', () => {
  const wish = { date: '2026-12-01', note: 'Dinsdag 12.30 & meer?' };

  test('opens on the day, with the note', () => {
    const url = new URL(bookingUrlFor('https://cal.com/coach/30min', wish));
    expect(url.origin + url.pathname).toBe('https://cal.com/coach/30min');
    expect(Object.fromEntries(url.searchParams)).toEqual({
      month: '2026-12',
      date: '2026-12-01',
      notes: 'Dinsdag 12.30 & meer?',
    });
  });

  test('keeps the parameters and the fragment that the coach configured', () => {
    const url = bookingUrlFor('https://cal.com/coach/30min?layout=month_view&date=x#top', wish);
    expect(new URL(url).searchParams.get('layout')).toBe('month_view');
    expect(new URL(url).searchParams.getAll('date')).toEqual(['2026-12-01']);
    expect(new URL(url).hash).toBe('#top');
  });

  test('brings any note over unchanged', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (note) => {
        const url = new URL(bookingUrlFor('https://cal.com/coach', { ...wish, note }));
        expect(url.searchParams.get('notes')).toBe(note);
      }),
    );
  });
});

const kinds: readonly HalfHourKind[] = halfHourKinds;
test('the kinds keep the digits by which they are saved', () => {
  expect(kinds).toEqual(['free', 'sleep', 'work', 'family']);
});
