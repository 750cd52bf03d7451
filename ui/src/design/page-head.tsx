import type { ReactNode } from 'react';
import { classes } from './classes.ts';
import type { Ground } from './section.tsx';
import { StretchTitle, type TitleLine } from './stretch-title.tsx';

/** The head of an inner page: title in two widths, lead, and optional content beside them (`aside`). */
export function PageHead({
  ground = 'page',
  lines,
  lead,
  aside,
  before,
  className,
}: {
  ground?: Ground;
  lines: readonly TitleLine[];
  lead?: ReactNode;
  aside?: ReactNode;
  /** Content above the title: breadcrumbs, a notice. */
  before?: ReactNode;
  className?: string;
}) {
  return (
    <section className={classes('phead', 'ground', `g-${ground}`, className)}>
      <div className={classes('wrap', aside !== undefined && 'phead-grid')}>
        <div>
          {before}
          <StretchTitle lines={lines} />
          {lead ? <p className="lead">{lead}</p> : null}
        </div>
        {aside}
      </div>
    </section>
  );
}
