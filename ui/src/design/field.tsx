import type { ComponentProps, ReactNode } from 'react';
import { IconButton } from './button.tsx';
import { classes } from './classes.ts';
import { Icon, type IconName } from './icon.tsx';

interface FieldParts {
  /** Id of the control; hint, error and counter ids derive from it. */
  id: string;
  label: ReactNode;
  hint?: ReactNode;
  /** The error text; marks the control invalid and is linked with it. */
  error?: string | undefined;
}

/** Several errors of one field as one text: sentences follow each other, other texts are listed. */
export const joinErrors = (texts: readonly string[]): string =>
  texts.join(', ').replaceAll('.,', '.');

/** The ids that describe a control, for `aria-describedby`: what is wrong is said first. */
function describedBy(id: string, hint: unknown, error: unknown, counter?: boolean) {
  const ids = [error && `${id}-error`, hint && `${id}-hint`, counter && `${id}-count`];
  return ids.filter(Boolean).join(' ') || undefined;
}

/** An error text with its icon. It is announced through the control it describes. */
export function FieldError({ id, children }: { id: string; children: ReactNode }) {
  return (
    <p className="err" id={id}>
      <Icon name="alert" />
      <span>{children}</span>
    </p>
  );
}

/** Label, control, error and hint, in this order. For controls other than `Input` and `Textarea`. */
export function Field({ id, label, hint, error, children }: FieldParts & { children: ReactNode }) {
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label> {children}{' '}
      {error ? <FieldError id={`${id}-error`}>{error}</FieldError> : null}
      {hint ? (
        <span className="hint" id={`${id}-hint`}>
          {hint}
        </span>
      ) : null}
    </div>
  );
}

/**
 * A one-line field. `icon` is at its start; `reveal` adds a button that shows the password (texts for both states).
 */
export function Input({
  id,
  label,
  hint,
  error,
  icon,
  reveal,
  className,
  ...rest
}: FieldParts & {
  icon?: IconName | undefined;
  reveal?: { label: string; shown: boolean; toggle(): void } | undefined;
} & Omit<ComponentProps<'input'>, 'id'>) {
  const control = (
    <input
      {...rest}
      id={id}
      className={classes('input', className)}
      aria-invalid={error ? true : undefined}
      aria-describedby={describedBy(id, hint, error)}
    />
  );
  return (
    <Field id={id} label={label} hint={hint} error={error}>
      {icon ? (
        <div className="with-icon">
          <Icon name={icon} />
          {control}
        </div>
      ) : reveal ? (
        <div className="with-end">
          {control}
          <IconButton
            icon="eye"
            label={reveal.label}
            aria-pressed={reveal.shown}
            onClick={reveal.toggle}
          />
        </div>
      ) : (
        control
      )}
    </Field>
  );
}

/** A multi-line field with a counter below it, given as text ("64 van 1.000 tekens"). */
export function Textarea({
  id,
  label,
  hint,
  error,
  counter,
  className,
  ...rest
}: FieldParts & { counter?: ReactNode } & Omit<ComponentProps<'textarea'>, 'id'>) {
  return (
    <Field id={id} label={label} hint={hint} error={error}>
      <textarea
        {...rest}
        id={id}
        className={classes('input', className)}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(id, hint, error, Boolean(counter))}
      />
      {counter ? (
        <span className="counter" id={`${id}-count`}>
          {counter}
        </span>
      ) : null}
    </Field>
  );
}
