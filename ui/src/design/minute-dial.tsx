import { useId } from 'react';
import { Drawing } from './drawing.tsx';
import { EqualTicks } from './equal-ticks.tsx';
import { FigureParts } from './figure.tsx';
import { dialTick, grownLength, indices } from './ticks.ts';

/**
 * The dial of the home page: the thirty minutes of the free call of sixty, with the runner passing through. The lit
 * ticks appear one by one on the first view, uncovered by a mask, so that one path draws them all.
 */
export function MinuteDial({ label }: { label?: string }) {
  const mask = useId();
  const lit = indices(0, 30).map((index) =>
    dialTick(index, 60, 208, 208 + grownLength(index, 30, 16, 104)),
  );
  return (
    <Drawing className="minute-dial" viewBox="-228 -228 546 546" label={label}>
      <mask id={mask} maskUnits="userSpaceOnUse" x="-228" y="-260" width="590" height="620">
        <circle
          className="sweep"
          r="260"
          pathLength="60"
          stroke="#fff"
          strokeWidth="180"
          strokeLinecap="butt"
          strokeDasharray="30 30"
          transform="rotate(-93)"
        />
      </mask>
      <circle className="disc" r="188" />
      <EqualTicks className="t-off" from={30} to={60} n={60} inner={208} len={16} width={5} />
      <path className="t-on" strokeWidth="11" d={lit.join('')} mask={`url(#${mask})`} />
      <g className="fig" transform="translate(-202 -214) scale(.98)" strokeLinejoin="round">
        <FigureParts name="runner" />
      </g>
    </Drawing>
  );
}
