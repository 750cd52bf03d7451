import type { ReactNode } from 'react';

/**
 * Ticks of these lengths on a dial of `n`, clockwise from tick `from`; a length of 0 leaves a gap. Each is nested in
 * the rotation of the one before, so that all repeat the same few characters, which compress well: every page has
 * hundreds.
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
  /** Distance from the middle to the inner end of the ticks. */
  readonly inner: number;
  readonly lengths: readonly number[];
  readonly width: number;
  readonly className?: string;
}) {
  const turned = (ticks: number) => `rotate(${Math.round((ticks * 3.6e6) / n) / 1e4})`;
  let ticks: ReactNode = null;
  for (const length of [...lengths].reverse())
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
