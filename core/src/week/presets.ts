import {
  between,
  emptyWeek,
  type HalfHourKind,
  halfHourAt,
  halfHourKinds,
  paint,
  slotsPerDay,
  type Week,
} from './week.ts';

/** A week to start from. Source: docs/rules.md#week. */
export type PresetId = 'office' | 'early' | 'children';

/** From one time to another on a number of days; days from 0 (Monday), times in hours. */
interface Stretch {
  readonly kind: HalfHourKind;
  readonly days: readonly [first: number, last: number];
  readonly hours: readonly [from: number, to: number];
}

const everyDay = [0, 6] as const;
const workdays = [0, 4] as const;
const weekend = [5, 6] as const;

const nights = (to: number, from: number): readonly Stretch[] => [
  { kind: 'sleep', days: everyDay, hours: [0, to] },
  { kind: 'sleep', days: everyDay, hours: [from, 24] },
];

/** The stretches of each preset. Source: docs/rules.md#week. */
const stretches = (): Readonly<Record<PresetId, readonly Stretch[]>> => ({
  office: [...nights(6.5, 23), { kind: 'work', days: workdays, hours: [8, 18] }],
  early: [...nights(5, 21.5), { kind: 'work', days: workdays, hours: [5.5, 14.5] }],
  children: [
    { kind: 'family', days: workdays, hours: [6.5, 8] },
    { kind: 'family', days: workdays, hours: [18, 20] },
    { kind: 'family', days: weekend, hours: [9, 12] },
    { kind: 'family', days: weekend, hours: [14, 18] },
  ],
});

const paintAll = (week: Week, all: readonly Stretch[]): Week =>
  all.reduce(
    (painted, { kind, days, hours: [from, to] }) =>
      paint(painted, between(halfHourAt(days[0], from * 2), halfHourAt(days[1], to * 2 - 1)), kind),
    week,
  );

/** The week everyone starts with: the nights, from 23.00 to 6.30, as the picture on the home page shows them. */
export const usualWeek: Week = /* @__PURE__ */ paintAll(emptyWeek, /* @__PURE__ */ nights(6.5, 23));

/**
 * Puts a preset into a week: the kinds that the preset has are replaced, what else was painted stays where the preset
 * leaves it free.
 */
export function withPreset(week: Week, id: PresetId): Week {
  const own = stretches()[id];
  const replaced = new Set(own.map(({ kind }) => kind));
  const old = [...week.kinds.keys()].filter((at) => replaced.has(week.kinds[at] ?? 'free'));
  return paintAll(paint(week, old, 'free'), own);
}

/** The days that usually look alike: Monday to Friday, or the weekend. */
export function likeDays(day: number): readonly number[] {
  const [first, last] = day <= workdays[1] ? workdays : weekend;
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

/** Gives the days that look like `day` the kinds of its half hours. */
export function copyDay(week: Week, day: number): Week {
  const days = likeDays(day);
  return halfHourKinds.reduce((copied, kind) => {
    const slots = [...Array(slotsPerDay).keys()].filter(
      (slot) => week.kinds[halfHourAt(day, slot)] === kind,
    );
    return paint(
      copied,
      days.flatMap((one) => slots.map((slot) => halfHourAt(one, slot))),
      kind,
    );
  }, week);
}
