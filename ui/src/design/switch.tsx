import type { ComponentProps, ReactNode } from 'react';

/** An on/off setting with its explanation. A `locked` one is on and cannot be changed. */
export function Switch({
  label,
  text,
  locked,
  ...rest
}: { label: ReactNode; text: ReactNode; locked?: boolean | undefined } & ComponentProps<'input'>) {
  return (
    <label className="switch">
      <span>
        <b>{label}</b> <span className="small">{text}</span>
      </span>{' '}
      <input
        {...rest}
        type="checkbox"
        // biome-ignore lint/a11y/useAriaPropsForRole: a native checkbox exposes its state itself
        role="switch"
        {...(locked ? { defaultChecked: true, disabled: true } : {})}
      />
    </label>
  );
}
