import type { ReactNode } from 'react';
import { classes } from './classes.ts';
import { Drawing } from './drawing.tsx';
import { EqualTicks } from './equal-ticks.tsx';
import { dialTick, grownLength, indices } from './ticks.ts';

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
  const equal = { n, inner: radius, len };
  return (
    <Drawing
      className={classes('dial', hot && 'hot', className)}
      viewBox="-50 -50 100 100"
      label={label}
    >
      {children}
      <EqualTicks className="t-off" from={lit} to={n} width={unlitWidth} {...equal} />
      {max === len ? (
        <EqualTicks className="t-on" from={0} to={lit} width={width} {...equal} />
      ) : (
        <path
          className="t-on"
          strokeWidth={width}
          d={indices(0, lit)
            .map((at) => dialTick(at, n, radius, radius + grownLength(at, lit, len, max)))
            .join('')}
        />
      )}
    </Drawing>
  );
}
