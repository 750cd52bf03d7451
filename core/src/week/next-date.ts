import type { EpochMs } from '../kernel/index.ts';
import { dayOf, type HalfHour, slotOf } from './week.ts';

const brussels = /* @__PURE__ */ new Intl.DateTimeFormat('en', {
  ...{ timeZone: 'Europe/Brussels', calendar: 'gregory', numberingSystem: 'latn' },
  ...{ year: 'numeric', month: 'numeric', day: 'numeric' },
  ...{ hour: 'numeric', minute: 'numeric', hourCycle: 'h23' },
});

/**
 * The next calendar day, as YYYY-MM-DD, on which this half hour begins in Brussels after `now`: today only if it has not
 * begun. Days are counted on the calendar, so a change of the clock between now and then moves nothing. Throws a
 * RangeError for a time that no date has.
 * Source: docs/rules.md#week.
 */
export function nextDate(at: HalfHour, now: EpochMs): string {
  const parts = brussels.formatToParts(now);
  const part = (type: Intl.DateTimeFormatPartTypes) =>
    Number(parts.find((one) => one.type === type)?.value);
  const date = new Date(Date.UTC(part('year'), part('month') - 1, part('day')));
  const weekday = (date.getUTCDay() + 6) % 7;
  const hasBegun = slotOf(at) * 30 <= part('hour') * 60 + part('minute');
  const days = (dayOf(at) - weekday + 7) % 7;
  date.setUTCDate(date.getUTCDate() + (days === 0 && hasBegun ? 7 : days));
  return date.toISOString().slice(0, 10);
}
