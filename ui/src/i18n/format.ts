/** The locale for dates and numbers. */
export const localeOf = (language: string) => (language === 'en' ? 'en-GB' : 'nl-BE');

/** A day such as `2024-09-17` written out: 17 september 2024. */
export function longDate(day: string, language: string): string {
  return new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  );
}

/** A size in bytes as megabytes with one decimal, or kilobytes below one: `2,4 MB`. */
export function fileSize(bytes: number, language: string): string {
  const inMega = bytes >= 1_000_000;
  const amount = inMega ? bytes / 1_000_000 : Math.max(1, Math.round(bytes / 1000));
  const digits = new Intl.NumberFormat(localeOf(language), { maximumFractionDigits: 1 });
  return `${digits.format(amount)}\u00a0${inMega ? 'MB' : 'kB'}`;
}

/** An amount in euro cents as a price, without cents where they are zero: `€ 149`. */
export function euros(cents: number, language: string): string {
  return new Intl.NumberFormat(localeOf(language), {
    style: 'currency',
    currency: 'EUR',
    trailingZeroDisplay: 'stripIfInteger',
  }).format(cents / 100);
}
