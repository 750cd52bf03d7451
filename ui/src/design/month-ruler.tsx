import type { ReactNode } from 'react';
import { Ruler, type RulerMark } from './ruler.tsx';

const marks: readonly RulerMark[] = [
  { at: 6 },
  { at: 13 },
  { at: 20 },
  { at: 27 },
  { at: 29, plan: true },
];

/**
 * Thirty rising ticks for a month of 1-on-1 coaching: check-ins on days 7, 14, 21 and 28, the new plan on day 30. The
 * drawing is stretched to the page width; narrow screens get a legend.
 */
export function MonthRuler(props: {
  label: string;
  checkIn: ReactNode;
  plan: ReactNode;
  planKey: ReactNode;
  chat: ReactNode;
  firstDay: ReactNode;
  lastDay: ReactNode;
}) {
  return (
    <figure className="month">
      {/* The description of the drawing names them with their days. */}
      <span className="cap cap-check-in only-lg" aria-hidden="true">
        {props.checkIn}
      </span>{' '}
      <span className="cap cap-plan only-lg" aria-hidden="true">
        {props.plan}
      </span>
      <Ruler
        n={30}
        width={1313}
        height={300}
        stroke={8}
        min={24}
        grow={215}
        power={1.15}
        marks={marks}
        label={props.label}
        stretched
      />
      <figcaption>
        <p className="row small between mt-3">
          <span>{props.firstDay}</span> <span className="only-lg">{props.chat}</span>{' '}
          <span>{props.lastDay}</span>
        </p>
        <ul className="key only-sm mt-3">
          <li className="k-hot">
            <i />
            {props.checkIn}
          </li>
          <li className="k-plan">
            <i />
            {props.planKey}
          </li>
          <li>
            <i />
            {props.chat}
          </li>
        </ul>
      </figcaption>
    </figure>
  );
}
