import { Drawing } from '../../design/index.ts';

const bars = [226, 184, 140, 90, 32];

/** Five rising bars, each crossed out: the five mistakes. `crossAt` puts the crosses on top or at the foot. */
export function FiveBars({ crosses = 'top' }: { readonly crosses?: 'top' | 'foot' }) {
  return (
    <Drawing
      className="drawing"
      viewBox={crosses === 'top' ? '0 0 360 262' : '0 0 360 300'}
      preserveAspectRatio="xMidYMax meet"
    >
      {bars.map((top, index) => {
        const x = 36 + 72 * index;
        const isLast = index === bars.length - 1;
        const [half, y] = crosses === 'top' ? [11, top + 2] : [13, 267];
        return (
          <g key={top} className={isLast ? 'bar-hot' : 'bar-plain'}>
            <path strokeWidth="40" d={`M${x} ${crosses === 'top' ? 300 : 280}V${top}`} />
            <path
              className="bar-cross"
              strokeWidth="6"
              d={`M${x - half} ${y - half}l${2 * half} ${2 * half}m0-${2 * half}l-${2 * half} ${2 * half}`}
            />
          </g>
        );
      })}
    </Drawing>
  );
}
