import { dayMs, type EpochMs, hourMs } from './time.ts';

/** Days are those of the years 1970 to 9999; a margin keeps the last one within them in every time zone. */
const firstMs = 0;
const lastMs = 253_402_128_000_000; // 30 December 9999

/** The nearest time whose day can be written as YYYY-MM-DD; NaN counts as the first. */
const representable = (at: EpochMs): EpochMs => Math.min(lastMs, Math.max(firstMs, at || firstMs));

/** Writes days of a time zone as YYYY-MM-DD. Throws a RangeError for a zone that the runtime does not know. */
function daysIn(zone: string): (at: EpochMs) => string {
  const format = new Intl.DateTimeFormat('en', {
    ...{ timeZone: zone, calendar: 'gregory', numberingSystem: 'latn' },
    ...{ year: 'numeric', month: 'numeric', day: 'numeric' },
  });
  return (at) => {
    const parts = format.formatToParts(at);
    const part = (type: 'year' | 'month' | 'day') =>
      parts.find((one) => one.type === type)?.value.padStart(2, '0');
    return `${part('year')}-${part('month')}-${part('day')}`;
  };
}

/**
 * The calendar day at `now` in a time zone of IANA, such as `Europe/Lisbon`, as YYYY-MM-DD. Days last 23, 24 or 25 hours
 * where the clocks change. Times outside the years 1970 to 9999 count as the nearest, and NaN as the first. Throws a
 * RangeError for a zone that the runtime does not know: in Node 20 also `+02:00`. Source: docs/rules.md#reading-statistics.
 */
export function calendarDay(zone: string, now: EpochMs): string {
  return daysIn(zone)(representable(now));
}

/** A time as text, in UTC (RFC 3339); what is outside the years 1970 to 9999 counts as the nearest of them. */
export function timeText(at: EpochMs): string {
  return new Date(representable(at)).toISOString();
}

/** Whether a text is a calendar day that exists, as YYYY-MM-DD, of the years 1970 to 9999. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const time = Date.parse(`${text}T00:00:00Z`);
  return time >= 0 && new Date(time).toISOString().startsWith(text);
}

/**
 * Adds whole calendar days to `day`; computed in UTC, where every day has 24 hours. A text that is no day is returned as
 * it is, and no result is outside the years 1970 to 9999.
 */
export function shiftDay(day: string, days: number): string {
  if (!isDay(day)) return day;
  return timeText(Date.parse(`${day}T00:00:00Z`) + Math.trunc(days) * dayMs).slice(0, 10);
}

/** The Monday of the ISO week of `day`; a text that is no day is returned as it is. */
export function mondayOf(day: string): string {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return shiftDay(day, -((weekday + 6) % 7));
}

/**
 * When `day`, a day that exists, begins in a time zone: its first millisecond. Throws a RangeError for a zone that the
 * runtime does not know.
 */
export function startOfDay(zone: string, day: string): EpochMs {
  const dayAt = daysIn(zone);
  const midnight = Date.parse(`${day}T00:00:00Z`);
  // Clocks are at most 12 hours behind UTC and 14 ahead of it.
  let [before, from] = [midnight - 15 * hourMs, midnight + 13 * hourMs];
  while (from - before > 1) {
    const middle = Math.floor((before + from) / 2);
    if (dayAt(middle) < day) before = middle;
    else from = middle;
  }
  return from;
}
