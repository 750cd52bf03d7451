import { calendarDay, dayMs, type EpochMs, isDay, mondayOf, shiftDay } from '../kernel/index.ts';

/** How downloads are counted. */
export interface StatisticsSettings {
  /** The time zone (IANA) of the days, weeks and months; downloads are recorded by its days. */
  readonly zone: string;
  readonly chartDays: number;
}

/** The downloads of one calendar day, `day` as YYYY-MM-DD, and the requests of robots beside them. */
export interface DayCount {
  /** The calendar day in the time zone of the statistics. */
  readonly day: string;
  /** Downloads by anything that does not call itself a robot. */
  readonly downloads: number;
  /** Downloads by robots, which are in no other figure. */
  readonly excluded: number;
}

/** How often the e-book was downloaded, by the days of a time zone. Source: docs/rules.md#3, docs/contract.md#3. */
export interface DownloadStatistics {
  /** Since the first download. */
  readonly total: number;
  /** Since midnight. */
  readonly today: number;
  /** Since Monday. */
  readonly thisWeek: number;
  /** Since the first of the month. */
  readonly thisMonth: number;
  /** Requests of robots, which are in none of the other figures. */
  readonly excluded: number;
  /** The last `chartDays` days, oldest first, days without downloads included. */
  readonly days: readonly { readonly date: string; readonly downloads: number }[];
}

/** The counts by day; rows of one day are added up. */
function byDay(days: readonly DayCount[]): ReadonlyMap<string, DayCount> {
  const counts = new Map<string, DayCount>();
  for (const { day, downloads, excluded } of days) {
    const before = counts.get(day) ?? { downloads: 0, excluded: 0 };
    counts.set(day, {
      day,
      downloads: before.downloads + downloads,
      excluded: before.excluded + excluded,
    });
  }
  return counts;
}

/**
 * Every day from the first that has downloads to today in `zone`, oldest first, those without any included. Rows of one
 * day are added up; those that are no day, or after today, are left out.
 */
export function everyDay(
  days: readonly DayCount[],
  { zone }: Pick<StatisticsSettings, 'zone'>,
  now: EpochMs,
): readonly DayCount[] {
  const today = calendarDay(zone, now);
  const counts = byDay(days);
  const first = [...counts.keys()].filter(isDay).reduce((a, b) => (a < b ? a : b), today);
  // Counted beforehand: the last day that can be written has no day after it, which a loop would wait for.
  const length = (Date.parse(today) - Date.parse(first)) / dayMs + 1;
  return Array.from({ length }, (_, index) => {
    const day = shiftDay(first, index);
    return counts.get(day) ?? { day, downloads: 0, excluded: 0 };
  });
}

/**
 * Sums downloads per day into total, today, this week (from Monday) and this month, at `now` in a time zone. A week
 * that began in the previous month can exceed the month. Source: docs/rules.md#reading-statistics.
 */
export function countDownloads(
  days: readonly DayCount[],
  { zone, chartDays }: StatisticsSettings,
  now: EpochMs,
): DownloadStatistics {
  const today = calendarDay(zone, now);
  const monday = mondayOf(today);
  const month = today.slice(0, 7);
  const counts = byDay(days);
  const on = (day: string): number => counts.get(day)?.downloads ?? 0;
  const sumOf = (isCounted: (day: string) => boolean): number =>
    [...counts.keys()].filter(isCounted).reduce((sum, day) => sum + on(day), 0);
  return {
    total: sumOf(() => true),
    today: on(today),
    // ISO dates compare as text. A day after today can only come from a clock that was wrong.
    thisWeek: sumOf((day) => day >= monday && day <= today),
    thisMonth: sumOf((day) => day.startsWith(month) && day <= today),
    excluded: days.reduce((sum, { excluded }) => sum + excluded, 0),
    days: Array.from({ length: chartDays }, (_, index) => {
      const date = shiftDay(today, index - chartDays + 1);
      return { date, downloads: on(date) };
    }),
  };
}
