import { Fragment } from 'react';
import { indices, uprights } from './ticks.ts';

/** Heights of waking half hours repeat; the ticks of the night (0:00 to 6:30 and from 23:00) are short. */
const awake = [34, 36, 33, 35, 37];
const halfHours = uprights(
  indices(0, 48).map((slot) => ({
    x: slot * 10 + 5,
    height: slot >= 13 && slot < 46 ? (awake[(slot - 13) % awake.length] ?? 34) : 9,
  })),
  // The base line; the round ends of the ticks extend below it.
  38,
);

/** The ticks of one day: 48 half hours. */
export function DayTicks() {
  return (
    <svg viewBox="0 0 480 40" preserveAspectRatio="none" aria-hidden="true">
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
            </span>
            <span className="r" aria-hidden="true">
              <DayTicks />
              {index === 0 ? (
                <span className="pin">
                  <span>{pin}</span>
                </span>
              ) : null}
            </span>
          </Fragment>
        ))}
        <span className="ax" aria-hidden="true">
          {hours.map((hour) => (
            <span key={hour}>{hour}</span>
          ))}
        </span>
      </div>
    </div>
  );
}
