import type { Article } from '@coachsite/adapters/contract';
import { Drawing } from '../../design/index.ts';
import { PlateDial, WeekRows } from './article-drawing.tsx';

const bars = [226, 184, 140, 90, 32];

/** Five rising bars, each crossed out: the five mistakes. */
function FiveBars() {
  return (
    <Drawing className="drawing" viewBox="0 0 360 262" preserveAspectRatio="xMidYMax meet">
      {bars.map((top, index) => {
        const x = 36 + 72 * index;
        const isLast = index === bars.length - 1;
        const y = top + 2;
        return (
          <g key={top} className={isLast ? 'bar-hot' : 'bar-plain'}>
            <path strokeWidth="40" d={`M${x} 300V${top}`} />
            <path
              className="bar-cross"
              strokeWidth="6"
              d={`M${x - 11} ${y - 11}l22 22m0-22l-22 22`}
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
export function Cover({ cover }: { readonly cover: Article['cover'] }) {
  switch (cover) {
    case 'bars':
      return <FiveBars />;
    case 'plate':
      return <PlateDial shares={[2, 1, 1]} viewBox="-76 -52 152 110" />;
    case 'week':
      return <WeekRows marks={twoHalfHours} row={62} />;
  }
}
