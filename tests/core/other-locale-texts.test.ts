import { calendarDay, dayMs, shiftDay, startOfDay } from '@coachsite/core/kernel';
import { halfHourAt, nextDate } from '@coachsite/core/week';
import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => vi.restoreAllMocks());

/** Node 20.0.0 and WebKitGTK write the days of en-CA as `11/24/2026`: they have ICU 72 with CLDR 42. */
function writeOtherwise(): void {
  const formats = Intl.DateTimeFormat.prototype as { readonly format: unknown };
  vi.spyOn(formats, 'format', 'get').mockReturnValue(() => '11/24/2026');
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
  const usual = read();
  writeOtherwise();
  expect(read()).toEqual(usual);
  expect(calendarDay('Europe/Brussels', noon)).toBe('2026-11-24');
  expect(shiftDay(calendarDay('Europe/Brussels', noon), 1)).toBe('2026-11-25');
  expect(startOfDay('Europe/Brussels', '2026-11-24')).toBe(Date.UTC(2026, 10, 23, 23));
});
