import { dayMs, type EpochMs } from '../kernel/index.ts';

/** The downloads of one calendar day in Brussels, `day` as YYYY-MM-DD. */
export interface DayCount {
  readonly day: string;
  readonly downloads: number;
}

/** Source: docs/rules.md#3, docs/contract.md#3. */
export interface DownloadStatistics {
  readonly total: number;
  readonly today: number;
  readonly thisWeek: number;
  readonly thisMonth: number;
  /** The last 30 days, oldest first, days without downloads included. */
  readonly days: readonly { readonly date: string; readonly downloads: number }[];
}

/** How many days the chart shows. Source: docs/contract.md#3. */
export const chartDays = 30;

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

/** Adds whole calendar days to `day`; computed in UTC, where every day has 24 hours. */
export function shiftDay(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);
}

/** The Monday of the ISO week of `day`. */
export function mondayOf(day: string): string {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return shiftDay(day, -((weekday + 6) % 7));
}

/**
 * Sums downloads per day into total, today, this week (from Monday) and this month, at `now` in Brussels. A week that
 * began in the previous month can exceed the month. Source: docs/rules.md#3, docs/rules.md#reading-statistics.
 */
export function countDownloads(days: readonly DayCount[], now: EpochMs): DownloadStatistics {
  const today = brusselsDay(now);
  const monday = mondayOf(today);
  const month = today.slice(0, 7);
  const perDay = new Map<string, number>();
  for (const { day, downloads } of days) perDay.set(day, (perDay.get(day) ?? 0) + downloads);
  const sumOf = (counts: (day: string) => boolean): number =>
    [...perDay].reduce((sum, [day, downloads]) => (counts(day) ? sum + downloads : sum), 0);
  return {
    total: sumOf(() => true),
    today: perDay.get(today) ?? 0,
    // ISO dates compare as text. A day after today can only come from a clock that was wrong.
    thisWeek: sumOf((day) => day >= monday && day <= today),
    thisMonth: sumOf((day) => day.startsWith(month) && day <= today),
    days: Array.from({ length: chartDays }, (_, index) => {
      const date = shiftDay(today, index - chartDays + 1);
      return { date, downloads: perDay.get(date) ?? 0 };
    }),
  };
}
