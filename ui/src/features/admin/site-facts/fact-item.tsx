import type { ReactNode } from 'react';
import { Button } from '../../../design/index.ts';

/** A small button on a line of its own, such as the one that adds to a list. */
export function FactButton({ label, onClick }: { readonly label: string; onClick(): void }) {
  return (
    <p>
      <Button small look="line" onClick={onClick}>
        {label}
      </Button>
    </p>
  );
}

/** One object of a list of facts: its fields, and the button `remove` that removes it. */
export function FactItem({
  title,
  remove,
  onRemove,
  children,
}: {
  readonly title: string;
  readonly remove?: string | false;
  onRemove?(): void;
  readonly children: ReactNode;
}) {
  return (
    <fieldset className="fact-item">
      <legend className="flabel">{title}</legend>
      {children}
      {remove && onRemove ? <FactButton label={remove} onClick={onRemove} /> : null}
    </fieldset>
  );
}
