/** The basic element of the design: one tick is one real unit. These functions return the path data of many ticks. */

const tenth = (value: number) => Math.round(value * 10) / 10;

/** A number of a path, in as few characters as possible: every page has hundreds. */
const short = (value: number, parts = 10) =>
  String(Math.round(value * parts) / parts).replace(/^(-?)0\./, '$1.');

/** The length of a lit tick, to a tenth: from `len` to `max`, growing clockwise. */
export function grownLength(index: number, lit: number, len: number, max: number): number {
  return tenth(len + (max - len) * ((index + 1) / lit) ** 1.25);
}

/** The position and height of an upright tick. */
export interface Upright {
  readonly x: number;
  readonly height: number;
}

/**
 * Upright ticks from left to right on one base. Each is written as its distance from the one before, to a hundredth, so
 * that equal steps repeat the same characters, which compress well. Heights are exact to one of `parts` of a unit.
 */
export function uprights(ticks: readonly Upright[], base: number, parts = 10): string {
  return ticks
    .map(({ x, height }, index) => {
      const before = ticks[index - 1];
      const start = before ? `m${short(x - before.x, 100)}` : `M${short(x)}`;
      const top = short((before ? 0 : base) - height, parts);
      return `${start}${top.startsWith('-') ? '' : ' '}${top}V${short(base)}`;
    })
    .join('');
}

/** The mark as a centred path, 32 units wide: a clock face of twelve ticks that grow. */
export const markPath =
  'M0-5.6V-7M2.8-4.8 3.9-6.7M4.8-2.8 7.3-4.2M5.6 0H9.2M4.8 2.8 8.6 5M2.8 4.8 5.4 9.3M0 5.6V11.4M-2.8 4.8-6.1 10.5M-4.8 2.8-11.2 6.5M-5.6 0H-13.7M-4.8-2.8-12.5-7.2M-2.8-4.8-7.6-13.1';

/** The integers of a range: the ticks to draw. */
export const indices = (from: number, to: number) =>
  Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index);
