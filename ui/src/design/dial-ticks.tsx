import type { ReactNode } from 'react';

/**
 * Ticks of a dial of `n`, of these lengths, clockwise from tick `from`; a length of 0 leaves its place empty. Each
 * stands within the turn of the one before, so that all have the same few characters, which compress well: every page
 * has hundreds.
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
  const turned = (ticks: number) => `rotate(${Math.round((ticks * 3.6e6) / n) / 1e4})`;
  let ticks: ReactNode = null;
  for (const length of lengths.toReversed())
    ticks = (
      <g transform={turned(1)}>
        {length ? <path d={`M0-${inner}v-${length}`} /> : null}
        {ticks}
      </g>
    );
  return ticks ? (
    <g className={className} strokeWidth={width} transform={turned(from - 1)}>
      {ticks}
    </g>
  ) : null;
}
