import { Fragment } from 'react';
import { dayBox, dayPath } from './week-ticks.ts';

const halfHours = dayPath();

/** The ticks of one day: 48 half hours. */
export function DayTicks() {
  return (
    <svg viewBox={dayBox} preserveAspectRatio="none" aria-hidden="true">
      <path className="t-week" strokeWidth="3" d={halfHours} />
    </svg>
  );
}

/** The 336 half hours of a week, seven rows of 48, with one on Monday evening highlighted and labelled. */
export function WeekGrid({
  label,
  days,
  hours,
  pin,
}: {
  label: string;
  /** Short names, Monday first. */
  days: readonly string[];
  /** Labels under the axis, from midnight to midnight. */
  hours: readonly string[];
  pin: string;
}) {
  return (
    <div className="week-wrap">
      <div className="week" role="img" aria-label={label}>
        {days.map((day, index) => (
          <Fragment key={day}>
            <span className="d" aria-hidden="true">
              {day}
            </span>{' '}
            <span className="r" aria-hidden="true">
              <DayTicks />
              {index === 0 ? (
                <span className="pin">
                  <span>{pin}</span>
                </span>
              ) : null}
            </span>{' '}
          </Fragment>
        ))}
        <span className="ax" aria-hidden="true">
          {hours.map((hour) => (
            <span key={hour}>{`${hour} `}</span>
          ))}
        </span>
      </div>
    </div>
  );
}
