import { useId } from 'react';
import { DialTicks } from './dial-ticks.tsx';
import { Drawing } from './drawing.tsx';
import { FigureParts } from './figure.tsx';
import { grownLength, indices } from './ticks.ts';

/**
 * The dial of the home page: thirty of sixty minutes lit, for the free call, with the runner in front. A mask
 * uncovers the lit ticks one by one on the first view. Hidden from screen readers: the thirty minutes stand in the text.
 */
export function MinuteDial() {
  const mask = useId();
  const ring = { n: 60, inner: 208 };
  return (
    <Drawing className="minute-dial" viewBox="-228 -228 546 546">
      <mask id={mask} maskUnits="userSpaceOnUse" x="-228" y="-260" width="590" height="620">
        <circle
          className="sweep"
          r="260"
          pathLength="60"
          stroke="#fff"
          strokeWidth="180"
          strokeLinecap="butt"
          strokeDasharray="30 60"
          transform="rotate(-93)"
        />
      </mask>
      <circle className="disc" r="188" />
      <DialTicks
        {...ring}
        className="t-off"
        from={30}
        lengths={indices(30, 60).map(() => 16)}
        width={5}
      />
      <g mask={`url(#${mask})`}>
        <DialTicks
          {...ring}
          className="t-on"
          lengths={indices(0, 30).map((at) => Math.round(grownLength(at, 30, 16, 104)))}
          width={11}
        />
      </g>
      <g className="fig" transform="translate(-202 -214) scale(.98)">
        <FigureParts name="runner" />
      </g>
    </Drawing>
  );
}
