import type { ReactNode } from 'react';
import { classes } from './classes.ts';
import { DialTicks } from './dial-ticks.tsx';
import { Drawing } from './drawing.tsx';
import { grownLength, indices } from './ticks.ts';

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
  const ring = { n, inner: radius };
  const lengths = indices(0, lit).map((at) => grownLength(at, lit, len, max));
  return (
    <Drawing
      className={classes('dial', hot && 'hot', className)}
      viewBox="-50 -50 100 100"
      label={label}
    >
      {children}
      <DialTicks
        {...ring}
        className="t-off"
        from={lit}
        lengths={indices(lit, n).map(() => len)}
        width={unlitWidth}
      />
      <DialTicks {...ring} className="t-on" lengths={lengths} width={width} />
    </Drawing>
  );
}
