import { classes } from './classes.ts';
import { Mark } from './mark.tsx';

/** The mark, turning in twelve steps, with its text. `inline` for use beside words. */
export function Spinner({ text, inline }: { text: string; inline?: boolean }) {
  return (
    <span className={classes('spinner', inline && 'in')} role="status">
      <Mark />
      <span>{text}</span>
    </span>
  );
}

/** A grey block that stands for a line (`line`), a title or a picture while it loads. */
export function Skeleton({ as = 'line' }: { as?: 'line' | 'short' | 'title' | 'art' }) {
  return <span className={classes('skel', `skel-${as}`)} aria-hidden="true" />;
}

/** The card that loads: an art field, a title and two lines. `label` says so. */
export function SkeletonCard({ label }: { label: string }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset groups form fields, this groups placeholders
    <div className="panel ground g-paper" role="group" aria-busy="true" aria-label={label}>
      <Skeleton as="art" />
      <Skeleton as="title" />
      <Skeleton />
      <Skeleton as="short" />
    </div>
  );
}
