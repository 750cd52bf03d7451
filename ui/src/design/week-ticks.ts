import { indices, uprights } from './ticks.ts';

/** Heights of waking half hours repeat; ticks of sleep are short. */
const awake = [34, 36, 33, 35, 37];
const asleep = 9;

/** The slots of a night: 0.00 to 6.30, and from 23.00. */
const isNight = (slot: number) => slot < 13 || slot >= 46;

/** The box of a day: ten units for each half hour, 40 high. */
export const dayBox = '0 0 480 40';

/** The base line; the round ends of the ticks extend below it. */
const base = 38;

const tickAt = (slot: number, isShort: boolean) => ({
  x: slot * 10 + 5,
  height: isShort ? asleep : (awake[(slot + 2) % awake.length] ?? 34),
});

/** The path of some half hours of a day, `slots` in order; `isShort` says which are asleep. */
export const dayPath = (
  slots: readonly number[] = indices(0, 48),
  isShort: (slot: number) => boolean = isNight,
): string =>
  uprights(
    slots.map((slot) => tickAt(slot, isShort(slot))),
    base,
  );
