import { useId } from 'react';
import { classes } from './classes.ts';

export interface Chip<Value extends string> {
  value: Value;
  label: string;
  count?: number | undefined;
}

/**
 * A single choice as a row of chips: a group of radio buttons with a legend. Controlled with `value` and `onChange`.
 * A count describes its chip and is not part of the chip's name (docs/contract.md#7).
 */
export function Chips<Value extends string>({
  legend,
  name,
  chips,
  value,
  onChange,
  showLegend,
}: {
  legend: string;
  name: string;
  chips: readonly Chip<Value>[];
  value: Value;
  onChange(value: Value): void;
  showLegend?: boolean | undefined;
}) {
  const id = useId();
  return (
    <fieldset>
      <legend className={classes(showLegend ? 'flabel mb-2' : 'sr')}>{legend}</legend>
      <div className="chips">
        {chips.map((chip) => (
          <label key={chip.value}>
            <input
              type="radio"
              name={name}
              value={chip.value}
              checked={chip.value === value}
              aria-label={chip.label}
              aria-describedby={chip.count === undefined ? undefined : `${id}${chip.value}`}
              onChange={() => onChange(chip.value)}
            />
            <span>
              {chip.label}{' '}
              {chip.count === undefined ? null : (
                <small id={`${id}${chip.value}`}>{chip.count}</small>
              )}
            </span>{' '}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
