import { classes } from './classes.ts';
import { Drawing } from './drawing.tsx';
import { indices, uprights } from './ticks.ts';

/** A highlighted tick, by its index from zero; `plan` has the colour of the new plan. */
export interface RulerMark {
  at: number;
  plan?: boolean;
}

/**
 * A row of `n` upright ticks in a drawing of `width` by `height` units; the first `lit` are lit (all by default).
 * Heights run from `min` to `min + grow`; `marks` are 1.6 times as wide and `lift` units higher. A `stretched`
 * drawing takes its size from the styles, without scaling its strokes.
 */
export function Ruler({
  n,
  lit = n,
  width = 300,
  height = 26,
  stroke = 3.5,
  min = height - stroke - 0.5,
  grow = 0,
  power = 1,
  marks = [],
  lift = 16,
  hot,
  stretched,
  label,
  className,
}: {
  n: number;
  lit?: number;
  width?: number;
  height?: number;
  stroke?: number;
  min?: number;
  grow?: number;
  power?: number;
  marks?: readonly RulerMark[];
  lift?: number;
  hot?: boolean;
  stretched?: boolean;
  label?: string | undefined;
  className?: string | undefined;
}) {
  const base = height - stroke / 2;
  const parts = height > 100 ? 1 : 10;
  const xOf = (index: number) =>
    n === 1 ? stroke / 2 : stroke / 2 + (index * (width - stroke)) / (n - 1);
  const tallOf = (index: number) => min + grow * (n === 1 ? 0 : index / (n - 1)) ** power;
  const marked = new Set(marks.map((mark) => mark.at));
  const plain = indices(0, n).filter((at) => !marked.has(at));
  const draw = (places: readonly number[], lifted = 0) =>
    uprights(
      places.map((at) => ({ x: xOf(at), height: tallOf(at) + lifted })),
      base,
      parts,
    );
  const off = draw(plain.filter((at) => at >= lit));
  const on = draw(plain.filter((at) => at < lit));
  const drawMarks = (isPlan: boolean) =>
    draw(
      marks.filter((mark) => Boolean(mark.plan) === isPlan).map(({ at }) => at),
      lift,
    );
  const [outstanding, plan] = [drawMarks(false), drawMarks(true)];
  return (
    <Drawing
      className={classes('ruler', hot && 'hot', stretched && 'stretched', className)}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio={stretched ? 'none' : undefined}
      label={label}
    >
      {off ? <path className="t-off" strokeWidth={stroke} d={off} /> : null}
      {on ? <path className="t-on" strokeWidth={stroke} d={on} /> : null}
      {outstanding ? <path className="t-mark" strokeWidth={stroke * 1.6} d={outstanding} /> : null}
      {plan ? <path className="t-mark plan" strokeWidth={stroke * 1.6} d={plan} /> : null}
    </Drawing>
  );
}

/** A bar of 60 ticks, `lit` of them for a share. `role=progressbar` belongs on the element around it. */
export function TickBar({ lit, n = 60 }: { lit: number; n?: number }) {
  const draw = (from: number, to: number) =>
    uprights(
      indices(from, to).map((index) => ({ x: 2 + (index * 596) / (n - 1), height: 12 })),
      15,
    );
  return (
    <svg className="bar hot" viewBox="0 0 600 18" preserveAspectRatio="none" aria-hidden="true">
      <path className="t-off" strokeWidth="3" d={draw(lit, n)} />
      <path className="t-on" strokeWidth="3.5" d={draw(0, lit)} />
    </svg>
  );
}
