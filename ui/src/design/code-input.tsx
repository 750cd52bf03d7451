import type { ComponentProps, ReactNode } from 'react';

/**
 * Six cells for a code, with a gap after the third. Markup only: its user moves the focus, distributes a pasted code
 * and steps back on Backspace. `cell(1)` is the name of the first cell ("Cijfer 1 van 6").
 */
export function CodeInput({
  legend,
  cell,
  name,
  describedBy,
  invalid,
  cellProps,
}: {
  legend: ReactNode;
  cell(place: number): string;
  name: string;
  describedBy?: string | undefined;
  invalid?: boolean | undefined;
  cellProps?: ((index: number) => ComponentProps<'input'>) | undefined;
}) {
  return (
    <fieldset aria-describedby={describedBy}>
      <legend className="flabel mb-2">{legend}</legend>
      <div className="code">
        {[1, 2, 3, 4, 5, 6].map((place) => (
          <input
            key={place}
            name={`${name}-${place}`}
            inputMode="numeric"
            pattern="[0-9]"
            autoComplete={place === 1 ? 'one-time-code' : 'off'}
            aria-label={cell(place)}
            aria-invalid={invalid || undefined}
            {...cellProps?.(place - 1)}
          />
        ))}
      </div>
    </fieldset>
  );
}
