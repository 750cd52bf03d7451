import type { ReactNode } from 'react';
import { Button } from '../../../design/index.ts';
import { fieldId } from './field-id.ts';

/** A small button on a line of its own, such as the one that adds to a list. */
export function FactButton({
  field,
  label,
  onClick,
}: {
  /** The list that it adds to. */
  readonly field?: string;
  readonly label: string;
  onClick(): void;
}) {
  return (
    <p {...(field ? { id: fieldId(field) } : {})}>
      <Button small look="line" onClick={onClick}>
        {label}
      </Button>
    </p>
  );
}

/** One object of a list of facts: its fields, and the button `remove` that removes it. */
export function FactItem({
  field,
  title,
  remove,
  onRemove,
  children,
}: {
  readonly field: string;
  readonly title: string;
  readonly remove?: string | false;
  onRemove?(): void;
  readonly children: ReactNode;
}) {
  return (
    <fieldset className="fact-item" id={fieldId(field)}>
      <legend className="flabel">{title}</legend>
      {children}
      {remove && onRemove ? <FactButton label={remove} onClick={onRemove} /> : null}
    </fieldset>
  );
}
