import { type ReactNode, useId } from 'react';
import { classes } from './classes.ts';
import { Drawing } from './drawing.tsx';
import { FigureParts } from './figure.tsx';
import { dialTick, grownLength } from './ticks.ts';

const indices = (from: number, to: number) =>
  Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index);

/**
 * A clock face of `n` ticks, the first `lit` of them lit and growing from `len` to `max` units, clockwise from twelve.
 * The drawing is 100 units wide; `radius` is the inner end of the ticks. Children are drawn in the middle (SVG).
 */
export function Dial({
  n = 60,
  lit,
  radius = 35.5,
  len = 7,
  max = len,
  width = 2.1,
  unlitWidth = width,
  hot,
  label,
  className,
  children,
}: {
  n?: number;
  lit: number;
  radius?: number;
  len?: number;
  max?: number;
  width?: number;
  unlitWidth?: number;
  hot?: boolean;
  label?: string | undefined;
  className?: string;
  children?: ReactNode;
}) {
  const unlit = indices(lit, n).map((index) => dialTick(index, n, radius, radius + len));
  const on = indices(0, lit).map((index) =>
    dialTick(index, n, radius, radius + grownLength(index, lit, len, max)),
  );
  return (
    <Drawing
      className={classes('dial', hot && 'hot', className)}
      viewBox="-50 -50 100 100"
      label={label}
    >
      {children}
      {unlit.length > 0 ? (
        <path className="t-off" strokeWidth={unlitWidth} d={unlit.join('')} />
      ) : null}
      {on.length > 0 ? <path className="t-on" strokeWidth={width} d={on.join('')} /> : null}
    </Drawing>
  );
}

/**
 * The dial of the home page: the thirty minutes of the free call of sixty, with the runner passing through. The lit
 * ticks appear one by one on the first view, uncovered by a mask, so that one path draws them all.
 */
export function MinuteDial({ label }: { label?: string }) {
  const mask = useId();
  const unlit = indices(30, 60).map((index) => dialTick(index, 60, 208, 224, 320));
  const lit = indices(0, 30).map((index) =>
    dialTick(index, 60, 208, 208 + grownLength(index, 30, 16, 104), 320),
  );
  return (
    <Drawing className="minute-dial" viewBox="92 92 546 546" label={label}>
      <mask id={mask} maskUnits="userSpaceOnUse" x="92" y="60" width="590" height="620">
        <circle
          className="sweep"
          cx="320"
          cy="320"
          r="260"
          pathLength="60"
          stroke="#fff"
          strokeWidth="180"
          strokeLinecap="butt"
          strokeDasharray="30 30"
          transform="rotate(-93 320 320)"
        />
      </mask>
      <circle className="disc" cx="320" cy="320" r="188" />
      <path className="t-off" strokeWidth="5" d={unlit.join('')} />
      <path className="t-on" strokeWidth="11" d={lit.join('')} mask={`url(#${mask})`} />
      <g className="fig" transform="translate(118 106) scale(.98)" strokeLinejoin="round">
        <FigureParts name="runner" />
      </g>
    </Drawing>
  );
}
