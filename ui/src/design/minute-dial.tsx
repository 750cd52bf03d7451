import { DialTicks } from './dial-ticks.tsx';
import { Drawing } from './drawing.tsx';
import { FigureParts } from './figure.tsx';
import { grownLength, indices } from './ticks.ts';

/**
 * The dial of the home page: thirty of sixty minutes lit, for the free call, with the runner in front. A lit tick shows
 * only to the right of an edge. On the first view, the edge turns over the ticks while they stand still: Chromium then
 * paints nothing again. Afterwards it stands half-way between two ticks. Hidden from screen readers, because the text
 * names the thirty minutes.
 */
export function MinuteDial() {
  const ring = { n: 60, inner: 208 };
  return (
    <Drawing className="minute-dial" viewBox="-228 -228 546 546">
      <clipPath id="dial-edge">
        <path d="M17 320-17-320h340v640z" />
      </clipPath>
      <circle className="disc" r="188" />
      <DialTicks
        {...ring}
        className="t-off"
        from={30}
        lengths={indices(30, 60).map(() => 16)}
        width={5}
      />
      <g className="edge" clipPath="url(#dial-edge)">
        <g className="lit">
          <DialTicks
            {...ring}
            className="t-on"
            lengths={indices(0, 30).map((at) => Math.round(grownLength(at, 30, 16, 104)))}
            width={11}
          />
        </g>
      </g>
      <g className="fig" transform="translate(-202 -214) scale(.98)">
        <FigureParts name="runner" />
      </g>
    </Drawing>
  );
}
