import { useId } from 'react';
import { dialTick, indices } from './ticks.ts';

/** How many ticks one path may tell; more are the same path turned. */
const parts = [15, 13, 12, 10];

/**
 * Ticks `from` up to `to` of a dial of `n`, all of one length. They are told once, at twelve o'clock, and turned to
 * where they stand: every page carries hundreds.
 */
export function EqualTicks({
  from,
  to,
  n,
  inner,
  len,
  width,
  className,
}: {
  readonly from: number;
  readonly to: number;
  readonly n: number;
  /** Where the ticks begin, from the middle. */
  readonly inner: number;
  readonly len: number;
  readonly width: number;
  readonly className: string;
}) {
  const id = useId();
  const count = to - from;
  const part = parts.find((size) => count % size === 0) ?? count;
  const turned = (ticks: number) => (ticks ? `rotate(${(ticks * 360) / n})` : undefined);
  const copies = indices(1, count / part);
  return count ? (
    <g className={className} strokeWidth={width} transform={turned(from)}>
      <path
        id={copies[0] ? id : undefined}
        d={indices(0, part)
          .map((index) => dialTick(index, n, inner, inner + len))
          .join('')}
      />
      {copies.map((copy) => (
        <use key={copy} href={`#${id}`} transform={turned(copy * part)} />
      ))}
    </g>
  ) : null;
}
