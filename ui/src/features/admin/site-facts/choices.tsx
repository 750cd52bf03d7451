import type { ReactNode } from 'react';
import { fieldId } from './field-id.ts';

/** A tick box with its label. */
export function TickFact({
  field,
  label,
  value,
  onChange,
}: {
  readonly field: string;
  readonly label: ReactNode;
  readonly value: boolean;
  onChange(value: boolean): void;
}) {
  return (
    <label className="row gap-3 small fact-tick">
      <input
        id={fieldId(field)}
        type="checkbox"
        checked={value}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
      <span>{label}</span>
    </label>
  );
}

/** A choice out of a few. */
export function ChoiceFact<T extends string>({
  field,
  label,
  value,
  choices,
  onChange,
}: {
  readonly field: string;
  readonly label: string;
  readonly value: T;
  readonly choices: readonly (readonly [value: T, label: string])[];
  onChange(value: T): void;
}) {
  return (
    <div className="field">
      <label htmlFor={fieldId(field)}>{label}</label>
      <select
        id={fieldId(field)}
        className="input"
        value={value}
        onChange={({ currentTarget }) => {
          const [chosen] = choices[currentTarget.selectedIndex] ?? [];
          if (chosen !== undefined) onChange(chosen);
        }}
      >
        {choices.map(([one, text]) => (
          <option key={one} value={one}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
}
