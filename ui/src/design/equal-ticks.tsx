import { useId } from 'react';
import { dialTick, indices } from './ticks.ts';

/** As many ticks as one path tells; more are the same path turned. */
const longestPart = 15;
/** Turning fewer than this many takes more characters than it saves. */
const shortestPart = 5;

/** How many of `count` ticks are told, so that whole copies of them give the rest. */
function partOf(count: number): number {
  const part = indices(shortestPart, longestPart + 1).findLast((size) => count % size === 0);
  return part ?? count;
}

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
  centre = 0,
}: {
  readonly from: number;
  readonly to: number;
  readonly n: number;
  /** Where the ticks begin, from the middle. */
  readonly inner: number;
  readonly len: number;
  readonly width: number;
  readonly className: string;
  readonly centre?: number;
}) {
  const id = useId();
  const part = partOf(to - from);
  const turned = (ticks: number) =>
    ticks === 0 ? undefined : `rotate(${[(ticks * 360) / n, ...(centre ? [centre, centre] : [])]})`;
  const copies = indices(1, (to - from) / part);
  return (
    <g className={className} strokeWidth={width} transform={turned(from)}>
      <path
        id={copies.length > 0 ? id : undefined}
        d={indices(0, part)
          .map((index) => dialTick(index, n, inner, inner + len, centre))
          .join('')}
      />
      {copies.map((copy) => (
        <use key={copy} href={`#${id}`} transform={turned(copy * part)} />
      ))}
    </g>
  );
}
