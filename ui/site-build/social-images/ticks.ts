import type { SocialTicks } from '@coachsite/adapters/contract';
import { grownLength, uprights } from '../../src/design/ticks.ts';

/** Where the drawing stands, in pixels of the image; text beside it stays left of `left` above `bottom`. */
export const field = {
  dial: { left: 812, bottom: 352 },
  row: { left: 596, bottom: 316 },
} as const;

/** The paths of one drawing: unlit, lit and marked ticks, each with the width of its stroke. */
export interface TickPaths {
  readonly off: string;
  readonly on: string;
  readonly marked: string;
  readonly stroke: number;
  readonly transform: string;
}

const indices = (n: number) => Array.from({ length: n }, (_, index) => index);

/** A tick of a dial, at `index` of `count`, from twelve o'clock clockwise, `from` to `to` pixels from the centre. */
function dialTick(index: number, count: number, from: number, to: number): string {
  const angle = (index / count) * 2 * Math.PI;
  const at = (distance: number) =>
    [Math.sin(angle), -Math.cos(angle)].map((part) => (part * distance).toFixed(1)).join(' ');
  return `M${at(from)}L${at(to)}`;
}

function drawDial({ n, lit }: SocialTicks): TickPaths {
  const inner = 84;
  const isWhole = lit === n;
  const on = indices(n).slice(0, lit);
  return {
    off: indices(n)
      .slice(lit)
      .map((index) => dialTick(index, n, inner, inner + 22))
      .join(''),
    on: on
      .map((index) =>
        dialTick(index, n, inner, inner + (isWhole ? 40 : grownLength(index, lit, 22, 60))),
      )
      .join(''),
    marked: '',
    stroke: n > 30 ? 6 : 10,
    transform: 'translate(986 202)',
  };
}

function drawRow({ n, lit, marks = [], grows }: SocialTicks): TickPaths {
  const [left, right, tallest] = [620, 1130, 200];
  const pitch = (right - left) / Math.max(1, n - 1);
  const stroke = Math.max(2, Math.min(26, pitch * 0.45));
  const at = (index: number) => (n === 1 ? right : left + index * pitch);
  const tall = (index: number) =>
    grows ? tallest * (0.3 + 0.7 * (n === 1 ? 1 : index / (n - 1))) : tallest * 0.62;
  const draw = (places: readonly number[], lift = 0) =>
    uprights(
      places.map((index) => ({ x: at(index), height: tall(index) + lift })),
      0,
    );
  const plain = indices(n).filter((index) => !marks.includes(index));
  return {
    off: draw(plain.filter((index) => index >= lit)),
    on: draw(
      plain.filter((index) => index < lit),
      lit < n ? tallest * 0.2 : 0,
    ),
    marked: draw(marks, 26),
    stroke,
    transform: 'translate(0 284)',
  };
}

/** Draws what a page counts. */
export function drawTicks(ticks: SocialTicks): TickPaths {
  return ticks.kind === 'dial' ? drawDial(ticks) : drawRow(ticks);
}
