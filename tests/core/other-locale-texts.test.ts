import { calendarDay, dayMs, shiftDay, startOfDay } from '@coachsite/core/kernel';
import { halfHourAt, nextDate } from '@coachsite/core/week';
import { expect, test } from 'vitest';

/** Node 20.0.0 and WebKitGTK write the days of en-CA as `11/24/2026`: they have ICU 72 with CLDR 42. */
function writtenOtherwise<Value>(read: () => Value): Value {
  const formats = Intl.DateTimeFormat.prototype;
  const own = Object.getOwnPropertyDescriptor(formats, 'format') ?? {};
  Object.defineProperty(formats, 'format', { ...own, get: () => () => '11/24/2026' });
  try {
    return read();
  } finally {
    Object.defineProperty(formats, 'format', own);
  }
}

const noon = Date.UTC(2026, 10, 24, 11);

test('days and hours do not depend on how a locale writes them', () => {
  const zones = ['Europe/Brussels', 'Asia/Kathmandu', 'Pacific/Auckland', 'America/St_Johns'];
  const read = () => [
    ...zones.flatMap((zone) =>
      Array.from({ length: 400 }, (_, day) => {
        const written = calendarDay(zone, noon + day * dayMs);
        return [written, startOfDay(zone, written)];
      }),
    ),
    ...Array.from({ length: 48 }, (_, slot) =>
      nextDate(halfHourAt(1, slot), Date.UTC(2026, 10, 23, 23, slot * 30)),
    ),
  ];
  expect(writtenOtherwise(read)).toEqual(read());
  const day = writtenOtherwise(() => calendarDay('Europe/Brussels', noon));
  expect(day).toBe('2026-11-24');
  expect(shiftDay(day, 1)).toBe('2026-11-25');
  expect(writtenOtherwise(() => startOfDay('Europe/Brussels', day))).toBe(
    Date.UTC(2026, 10, 23, 23),
  );
});

test('an offset as a zone gives its own day, or a RangeError where the runtime knows none', () => {
  const dayIn = (zone: string) => {
    try {
      return calendarDay(zone, Date.UTC(2026, 10, 23, 20, 45));
    } catch (error) {
      return error instanceof RangeError ? 'unknown' : error;
    }
  };
  expect(['2026-11-24', 'unknown']).toContain(dayIn('+03:15'));
  expect(['2026-11-23', 'unknown']).toContain(dayIn('-09:30'));
  expect(dayIn('Europe/Nowhere')).toBe('unknown');
});
