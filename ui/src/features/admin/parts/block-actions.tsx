import type { ReactNode } from 'react';
import { Button, ButtonLink } from '../../../design/index.ts';

/** An action in the head of a block of the admin area, where several have the same name: the title of its `AdminBlock` describes it. */
interface BlockAction {
  /** The id of the `AdminBlock`. */
  readonly block: string;
  readonly children: ReactNode;
}

/** Downloads what a block lists, as CSV or as an archive. */
export function CsvLink({ block, href, children }: BlockAction & { readonly href: string }) {
  return (
    <ButtonLink
      small
      look="line"
      icon="download"
      href={href}
      download
      aria-describedby={`${block}-title`}
    >
      {children}
    </ButtonLink>
  );
}

/** Reads a block again. */
export function RefreshButton({ block, onPress, children }: BlockAction & { onPress(): void }) {
  return (
    <Button small look="line" icon="refresh" aria-describedby={`${block}-title`} onClick={onPress}>
      {children}
    </Button>
  );
}
