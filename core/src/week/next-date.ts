import type { EpochMs } from '../kernel/index.ts';
import { dayOf, type HalfHour, slotOf } from './week.ts';

/** Writes `2026-11-24 12:30`. */
const brussels = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Europe/Brussels',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
});

/**
 * The next calendar day, as YYYY-MM-DD, on which this half hour begins in Brussels after `now`: today only if it has not
 * begun. Days are counted on the calendar, so a change of the clock between now and then moves nothing. Throws a
 * RangeError for a time that no date has.
 * Source: docs/rules.md#week.
 */
export function nextDate(at: HalfHour, now: EpochMs): string {
  const [today = '', time = ''] = brussels.format(now).split(' ');
  const date = new Date(`${today}T00:00:00Z`);
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  const weekday = (date.getUTCDay() + 6) % 7;
  const hasBegun = slotOf(at) * 30 <= hour * 60 + minute;
  const days = (dayOf(at) - weekday + 7) % 7;
  date.setUTCDate(date.getUTCDate() + (days === 0 && hasBegun ? 7 : days));
  return date.toISOString().slice(0, 10);
}
