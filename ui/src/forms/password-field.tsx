import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Input } from '../design/index.ts';
import { Strength } from './strength.tsx';

/**
 * The field for a password, with a button that shows it. `isNew` adds the strength meter. Works with password managers:
 * no paste handler, the right `autocomplete`. The button's name differs from the field's label, so that the label names
 * one control only. Source: docs/security.md#PW-7.
 */
export function PasswordField({
  id,
  label,
  name = 'password',
  isNew,
  error,
  hint,
  onInput,
}: {
  readonly id: string;
  readonly label: ReactNode;
  readonly name?: string;
  readonly isNew?: boolean;
  readonly error?: string | undefined;
  readonly hint?: ReactNode;
  onInput?(): void;
}) {
  const { t } = useTranslation('auth');
  const [isShown, setShown] = useState(false);
  const [typed, setTyped] = useState('');
  return (
    <>
      <Input
        id={id}
        name={name}
        type={isShown ? 'text' : 'password'}
        label={label}
        hint={hint}
        error={error}
        autoComplete={isNew ? 'new-password' : 'current-password'}
        autoCapitalize="none"
        spellCheck={false}
        required
        reveal={{ label: t('field.reveal'), shown: isShown, toggle: () => setShown(!isShown) }}
        onInput={({ currentTarget }) => {
          if (isNew) setTyped(currentTarget.value);
          onInput?.();
        }}
      />
      {isNew ? <Strength id={`${id}-strength`} password={typed} /> : null}
    </>
  );
}
