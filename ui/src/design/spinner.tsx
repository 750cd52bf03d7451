import { classes } from './classes.ts';
import { Mark } from './mark.tsx';

/** The rotating mark, in twelve steps, with a text. `inline` for use within a line. */
export function Spinner({ text, inline }: { text: string; inline?: boolean }) {
  return (
    <span className={classes('spinner', inline && 'in')} role="status">
      <Mark />
      <span>{text}</span>
    </span>
  );
}

/** A grey placeholder for a line, or for a `short` one. */
export function Skeleton({ as }: { as: 'line' | 'short' }) {
  return <span className={classes('skel', `skel-${as}`)} aria-hidden="true" />;
}
