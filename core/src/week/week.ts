/** The half hours of a day. Source: docs/rules.md#week. */
export const slotsPerDay = 48;
/** The days of a week. */
export const daysPerWeek = 7;
/** The half hours of a week. */
export const halfHoursPerWeek: number = slotsPerDay * daysPerWeek;

/** How many free half hours a week needs. Source: docs/rules.md#week. */
export const neededHalfHours = 3;

/** What fills a half hour. */
export type HalfHourKind = 'free' | 'sleep' | 'work' | 'family';

/** Every kind; a saved week names a kind by its position in this list. */
export const halfHourKinds: readonly HalfHourKind[] = ['free', 'sleep', 'work', 'family'];

/** A half hour of a week: 0 is Monday 0.00, 335 is Sunday 23.30. */
export type HalfHour = number;

/** A painted week. */
export interface Week {
  readonly kinds: readonly HalfHourKind[];
  /** The free half hour that the visitor picked for the call. */
  readonly picked: HalfHour | undefined;
}

/** The day of a half hour: 0 is Monday. */
export const dayOf = (at: HalfHour): number => Math.floor(at / slotsPerDay);

/** The place of a half hour in its day, from 0 to 47. */
export const slotOf = (at: HalfHour): number => at % slotsPerDay;

/** The half hour at a place of a day; beyond its ends the nearest of the week. */
export function halfHourAt(day: number, slot: number): HalfHour {
  const within = (value: number, count: number) => Math.max(0, Math.min(count - 1, value));
  return within(day, daysPerWeek) * slotsPerDay + within(slot, slotsPerDay);
}

/** A week without anything in it. */
export const emptyWeek: Week = {
  kinds: /* @__PURE__ */ Array.from({ length: halfHoursPerWeek }, () => 'free'),
  picked: undefined,
};

/** The half hours between two corners: the same times on each day from one to the other. */
export function between(from: HalfHour, to: HalfHour): readonly HalfHour[] {
  const [firstDay, lastDay] = [dayOf(from), dayOf(to)].sort((a, b) => a - b) as [number, number];
  const [first, last] = [slotOf(from), slotOf(to)].sort((a, b) => a - b) as [number, number];
  return Array.from({ length: lastDay - firstDay + 1 }, (_, day) =>
    Array.from({ length: last - first + 1 }, (_, slot) => halfHourAt(firstDay + day, first + slot)),
  ).flat();
}

/** Gives half hours a kind. A picked half hour that is no longer free is not picked any more. */
export function paint(week: Week, halfHours: readonly HalfHour[], kind: HalfHourKind): Week {
  const painted = new Set(halfHours);
  const kinds = week.kinds.map((before, at) => (painted.has(at) ? kind : before));
  const { picked } = week;
  return { kinds, picked: picked !== undefined && kinds[picked] === 'free' ? picked : undefined };
}

/** Picks a half hour for the call; a week in which it is not free stays as it is. */
export const pick = (week: Week, at: HalfHour): Week =>
  week.kinds[at] === 'free' ? { ...week, picked: at } : week;

/** How many half hours have this kind. */
export const countOf = (week: Week, kind: HalfHourKind): number =>
  week.kinds.filter((one) => one === kind).length;

/** Half hours of one kind in a row, on one day: from `from` up to but without `to`, as places of the day. */
export interface Run {
  readonly kind: HalfHourKind;
  /** The first place, from 0. */
  readonly from: number;
  /** The place after the last, at most 48. */
  readonly to: number;
}

/** The runs of a day, in order; together they are the whole day. */
export function runsOf(week: Week, day: number): readonly Run[] {
  const kinds = week.kinds.slice(day * slotsPerDay, (day + 1) * slotsPerDay);
  const starts = [...kinds.keys()].filter((slot) => kinds[slot] !== kinds[slot - 1]);
  return starts.map((from, index) => ({
    kind: kinds[from] ?? 'free',
    from,
    to: starts[index + 1] ?? slotsPerDay,
  }));
}
