import type { ReactNode } from 'react';
import { Input } from '../design/index.ts';

/** The field for an e-mail address; the form provides its error. Source: docs/rules.md#5. */
export function EmailField({
  id,
  label,
  error,
  hint,
  defaultValue,
  autoComplete = 'username',
  onInput,
}: {
  readonly id: string;
  readonly label: ReactNode;
  readonly error?: string | undefined;
  readonly hint?: ReactNode;
  readonly defaultValue?: string | undefined;
  readonly autoComplete?: string;
  onInput?(): void;
}) {
  return (
    <Input
      id={id}
      name="email"
      type="email"
      label={label}
      hint={hint}
      error={error}
      defaultValue={defaultValue}
      autoComplete={autoComplete}
      inputMode="email"
      autoCapitalize="none"
      spellCheck={false}
      required
      onInput={() => onInput?.()}
    />
  );
}
