import { classes } from './classes.ts';
import { markPath } from './ticks.ts';

/** The mark: a clock face of twelve ticks that grow. */
export function Mark({ className }: { className?: string }) {
  return (
    <svg
      className={classes('mark', className)}
      viewBox="-16 -16 32 32"
      aria-hidden="true"
      stroke="currentColor"
      strokeWidth="2.5"
    >
      <path d={markPath} />
    </svg>
  );
}
