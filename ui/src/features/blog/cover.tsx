import type { Article } from '@coachsite/adapters/contract';
import { Drawing } from '../../design/index.ts';
import { PlateDial, WeekRows } from './article-drawing.tsx';

const bars = [226, 184, 140, 90, 32];

/** Five rising bars, each crossed out: the five mistakes. `crossAt` puts the crosses on top or at the foot. */
function FiveBars({ crosses }: { readonly crosses: 'top' | 'foot' }) {
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

/** Tuesday 18:30 and Saturday 9:00. */
const twoHalfHours = [48 + 37, 5 * 48 + 18];

/** The drawing that stands for an article in the list and in its head. */
export function Cover({
  cover,
  crosses,
}: {
  readonly cover: Article['cover'];
  readonly crosses: 'top' | 'foot';
}) {
  switch (cover) {
    case 'bars':
      return <FiveBars crosses={crosses} />;
    case 'plate':
      return (
        <PlateDial shares={[2, 1, 1]} viewBox={crosses === 'top' ? '-76 -52 152 110' : undefined} />
      );
    case 'week':
      return <WeekRows marks={twoHalfHours} row={crosses === 'top' ? 62 : 44} />;
  }
}
