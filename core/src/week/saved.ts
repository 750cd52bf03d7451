import { type HalfHourKind, halfHourKinds, halfHoursPerWeek, pick, type Week } from './week.ts';

/** A week as text: a digit for the kind of each half hour, and after a colon the picked one. */
export function savedWeek({ kinds, picked }: Week): string {
  const digits = kinds.map((kind) => halfHourKinds.indexOf(kind)).join('');
  return picked === undefined ? digits : `${digits}:${picked}`;
}

/**
 * Reads a week that `savedWeek` wrote; undefined if the text does not begin with a digit for each half hour. If what
 * follows is not a free half hour, none is picked.
 */
export function readWeek(text: string | null): Week | undefined {
  const [digits = '', picked] = text?.split(':') ?? [];
  // Compared as text: as a number, a space would be 0.
  const kinds = [...digits].map((digit) =>
    halfHourKinds.find((_, position) => String(position) === digit),
  );
  const isWhole = kinds.length === halfHoursPerWeek && !kinds.includes(undefined);
  if (!isWhole) return undefined;
  const week: Week = { kinds: kinds as readonly HalfHourKind[], picked: undefined };
  return picked && /^\d+$/.test(picked) ? pick(week, Number(picked)) : week;
}
