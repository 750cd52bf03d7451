import { defaultStatistics, defaultZone } from '@coachsite/core/defaults';
import { calendarDay, isDay, mondayOf, randomDigits, shiftDay } from '@coachsite/core/kernel';
import { exportText } from '@coachsite/core/privacy';
import { decideGuard } from '@coachsite/core/roles';
import { securityEvent } from '@coachsite/core/security-log';
import { anyCharacter, anyText, hostileText } from '@coachsite/core/testing';
import { sanitise, sanitiseAndReport } from '@coachsite/core/text';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { countDownloads } from '#core/src/ebook/statistics.ts';
import { timeText } from '#core/src/kernel/calendar.ts';

const anyNumber = fc.oneof(
  fc.double(),
  fc.constantFrom(Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 8.64e15 + 1),
);
const anyDay = fc.oneof(anyText, fc.constantFrom('1970-01-01', '9999-12-31', '2026-02-30', ''));

describe('rules give a result for every value of their type', () => {
  test('a day and a text for any number as a time, in order', () => {
    fc.assert(
      fc.property(anyNumber, anyNumber, (one, other) => {
        const [early, late] = Number.isNaN(one + other)
          ? [0, 0]
          : [one, other].sort((a, b) => a - b);
        expect(isDay(calendarDay(defaultZone, one))).toBe(true);
        expect(calendarDay(defaultZone, early ?? 0) <= calendarDay(defaultZone, late ?? 0)).toBe(
          true,
        );
        expect(Number.isNaN(Date.parse(timeText(one)))).toBe(false);
        expect(countDownloads([], defaultStatistics, one).days).toHaveLength(30);
        expect(exportText({ at: one })).toContain('Z');
        const event = securityEvent('auth_success', { now: one, userAgent: '', url: '/' });
        expect(event.details.timestamp).toBe(timeText(one));
      }),
    );
  });

  test('a shifted day is a day, and what is none stays as it is', () => {
    fc.assert(
      fc.property(anyDay, anyNumber, (day, days) => {
        const results = [shiftDay(day, days), mondayOf(day)];
        if (isDay(day)) expect(results.every(isDay)).toBe(true);
        else expect(results).toEqual([day, day]);
      }),
    );
  });

  test('a path with half a character is redirected to the sign-in page like any other', () => {
    const guard = { loading: false, user: null, requireAdmin: false };
    fc.assert(
      fc.property(
        fc.string({ unit: anyCharacter }),
        fc.constantFrom('', '\ud800', '\udc00x'),
        (path, half) => {
          const decision = decideGuard({ ...guard, path: `/${path}${half}` });
          expect(decision.kind).toBe('redirect');
        },
      ),
    );
    expect(decideGuard({ ...guard, path: '/\ud800' })).toMatchObject({
      to: `/auth?redirect=${encodeURIComponent('/\ufffd')}`,
    });
  });

  test('a stuck source of random bytes throws a RangeError, where any other gives digits', () => {
    const stuck = { bytes: (length: number) => new Uint8Array(length).fill(255) };
    expect(() => randomDigits(stuck, 6)).toThrow(RangeError('The source of random bytes is stuck'));
    let calls = 0;
    const slow = { bytes: (length: number) => new Uint8Array(length).fill(calls++ < 99 ? 255 : 7) };
    expect(randomDigits(slow, 6)).toBe('777777');
  });
});

describe('sanitising says what it takes out (docs/rules.md#5)', () => {
  test.each([
    ['one = 1', '1', [['event_handler', 'one =']]],
    ['only=me', 'me', [['event_handler', 'only=']]],
    [
      '<script>x</script>',
      'x',
      [
        ['script', '<script>'],
        ['script', '</script>'],
      ],
    ],
    ['1 << 2', '1  2', [['brackets', '<<']]],
    ['JavaScript : go', 'go', [['scheme', 'JavaScript :']]],
    ['data:text/html,x', ',x', [['scheme', 'data:text/html']]],
    [`${'a'.repeat(1000)}bc`, 'a'.repeat(1000), [['end', 'bc']]],
    [' see you ', 'see you', []],
  ])('%j', (input, text, removed) => {
    const parts = removed.map(([kind, part]) => ({ kind, text: part }));
    expect(sanitiseAndReport(input)).toEqual({ text, removed: parts });
  });

  test('every character but white space is in the text or in a part', () => {
    const signs = (text: string) => [...text.replace(/\s/g, '').split('')].sort().join('');
    fc.assert(
      fc.property(fc.oneof(anyText, hostileText), (input) => {
        const { text, removed } = sanitiseAndReport(input);
        expect(signs(text + removed.map((part) => part.text).join(''))).toBe(signs(input));
      }),
    );
    const long = `on${'a'.repeat(300_000)}=`;
    expect(sanitiseAndReport(long)).toEqual({
      text: '',
      removed: [{ kind: 'event_handler', text: long }],
    });
  });

  test('the text is that of sanitise, and nothing removed means nothing changed', () => {
    fc.assert(
      fc.property(anyText, (input) => {
        const { text, removed } = sanitiseAndReport(input);
        expect(text).toBe(sanitise(input));
        if (removed.length === 0) expect(text).toBe(input.trim());
        expect(sanitiseAndReport(text).removed).toEqual([]);
      }),
    );
  });
});

test('a day is one of the calendar, of the years 1970 to 9999', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 9999 }), fc.nat(14), fc.nat(33), (year, month, day) => {
      const two = (part: number) => String(part).padStart(2, '0');
      const text = `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`;
      const days = [31, year % 400 === 0 || (year % 4 === 0 && year % 100 > 0) ? 29 : 28, 31, 30];
      const lengths = [...days, 31, 30, 31, 31, 30, 31, 30, 31];
      expect(isDay(text)).toBe(year >= 1970 && day >= 1 && day <= (lengths[month - 1] ?? 0));
    }),
  );
});
