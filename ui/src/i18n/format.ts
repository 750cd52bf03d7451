/** The locale for dates and numbers. */
export const localeOf = (language: string) => (language === 'en' ? 'en-GB' : 'nl-BE');

/** One formatter for each language: making one takes a thousand times as long as using it. */
function byLanguage<T>(make: (locale: string) => T): (language: string) => T {
  const made: Record<string, T> = {};
  return (language) => {
    const locale = localeOf(language);
    made[locale] ??= make(locale);
    return made[locale];
  };
}

const longDates = byLanguage(
  (locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }),
);
const shortDays = byLanguage(
  (locale) => new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' }),
);
const oneDecimal = byLanguage(
  (locale) => new Intl.NumberFormat(locale, { maximumFractionDigits: 1 }),
);
const prices = byLanguage(
  (locale) =>
    new Intl.NumberFormat(locale, {
      style: 'currency',
      currency: 'EUR',
      trailingZeroDisplay: 'stripIfInteger',
    }),
);
const months = byLanguage(
  (locale) => new Intl.NumberFormat(locale, { style: 'unit', unit: 'month', unitDisplay: 'long' }),
);

/** A day such as `2024-09-17` written out: 17 september 2024. */
export const longDate = (day: string, language: string): string =>
  longDates(language).format(new Date(`${day}T00:00:00Z`));

/**
 * The last day of a pause, kept on one line, with the year only where the pause runs from one into the next: `6 december`.
 */
export function lastDayOf(
  { from, until }: { readonly from: string; readonly until: string },
  language: string,
): string {
  const year = until.slice(0, 4);
  const date = longDate(until, language);
  return (from.startsWith(year) ? date.replace(` ${year}`, '') : date).replaceAll(' ', '\u00a0');
}

/** Day and month of a day such as `2026-12-04`, apart: `4` and `dec`. */
export function dayAndMonth(day: string, language: string) {
  const parts = shortDays(language).formatToParts(new Date(`${day}T00:00:00Z`));
  const part = (type: 'day' | 'month') => parts.find((one) => one.type === type)?.value ?? '';
  return { day: part('day'), month: part('month') };
}

/** A size in bytes as megabytes with one decimal, or kilobytes below one: `2,4 MB`. */
export function fileSize(bytes: number, language: string): string {
  const inMega = bytes >= 1_000_000;
  const amount = inMega ? bytes / 1_000_000 : Math.max(1, Math.round(bytes / 1000));
  return `${oneDecimal(language).format(amount)}\u00a0${inMega ? 'MB' : 'kB'}`;
}

/** An amount in euro cents as a price, without cents where they are zero: `€ 149`. */
export const euros = (cents: number, language: string): string =>
  prices(language).format(cents / 100);

/** A number of months in words: `12 maanden`. */
export const inMonths = (count: number, language: string): string => months(language).format(count);
