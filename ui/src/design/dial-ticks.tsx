import type { ReactNode } from 'react';
import { dialTick } from './ticks.ts';

/** Equal ticks are told in pairs: more at a time are longer to tell, fewer are more elements to lay out. */
const equalPerTurn = 2;

/**
 * Ticks of a dial of `n`, of these lengths, clockwise from tick `from`; a length of 0 leaves its place empty. Each, or
 * each pair of equal ones, stands within the turn of those before: so all are told in the same few characters, which
 * compress to almost nothing, and every page carries hundreds.
 */
export function DialTicks({
  n,
  from = 0,
  inner,
  lengths,
  width,
  className,
}: {
  readonly n: number;
  readonly from?: number;
  /** Where the ticks begin, from the middle. */
  readonly inner: number;
  readonly lengths: readonly number[];
  readonly width: number;
  readonly className?: string;
}) {
  const perTurn = new Set(lengths).size > 1 ? 1 : equalPerTurn;
  const turned = (ticks: number) => `rotate(${Math.round((ticks * 3.6e6) / n) / 1e4})`;
  let ticks: ReactNode = null;
  for (let start = Math.ceil(lengths.length / perTurn) * perTurn; start > 0; ) {
    start -= perTurn;
    const turn = lengths.slice(start, start + perTurn);
    ticks = (
      <g transform={turned(perTurn)}>
        <path
          d={turn
            .map((length, at) => (length ? dialTick(at, n, inner, inner + length) : ''))
            .join('')}
        />
        {ticks}
      </g>
    );
  }
  return ticks ? (
    <g className={className} strokeWidth={width} transform={turned(from - perTurn)}>
      {ticks}
    </g>
  ) : null;
}
