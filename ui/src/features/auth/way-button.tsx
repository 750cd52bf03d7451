import type { ReactNode } from 'react';
import { Icon } from '../../design/index.ts';

/** A row of the ways to sign in. */
export function WayButton({
  mark,
  name,
  note,
  isBusy = false,
  onPress,
}: {
  readonly mark: ReactNode;
  readonly name: string;
  readonly note: string;
  readonly isBusy?: boolean;
  onPress(): void;
}) {
  return (
    <button type="button" data-app disabled={isBusy} onClick={onPress}>
      {mark}{' '}
      <span>
        {name} <small>{note}</small>
      </span>
      <Icon name="arrow" go />
    </button>
  );
}
