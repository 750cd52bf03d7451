import { dayMs, type EpochMs, hourMs } from './time.ts';

const brussels = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'Europe/Brussels',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
});

/**
 * The calendar day in Brussels at `now`, as YYYY-MM-DD. Days there last 23, 24 or 25 hours.
 * Source: docs/rules.md#reading-statistics.
 */
export function brusselsDay(now: EpochMs): string {
  return brussels.format(now);
}

/** Whether a text is a calendar day that exists, as YYYY-MM-DD, of the years 1970 to 9999. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const time = Date.parse(`${text}T00:00:00Z`);
  return time >= 0 && new Date(time).toISOString().startsWith(text);
}

/** Adds whole calendar days to `day`; computed in UTC, where every day has 24 hours. */
export function shiftDay(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);
}

/** The Monday of the ISO week of `day`. */
export function mondayOf(day: string): string {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return shiftDay(day, -((weekday + 6) % 7));
}

/** When `day`, a day that exists, begins in Brussels: one or two hours before it begins in UTC. */
export function startOfBrusselsDay(day: string): EpochMs {
  const winter = Date.parse(`${day}T00:00:00Z`) - hourMs;
  return brusselsDay(winter - hourMs) === day ? winter - hourMs : winter;
}
