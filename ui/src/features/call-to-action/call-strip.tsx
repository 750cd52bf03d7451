import type { ReactNode } from 'react';
import { classes, Section } from '../../design/index.ts';
import { BookingLink, BookingNote } from './booking-link.tsx';

/** The last band of a page that needs little space: one sentence, the free call, and what may stand beside it. */
export function CallStrip({
  id,
  ground = 'pine',
  title,
  action,
  children,
}: {
  /** The id of the heading. */
  readonly id: string;
  readonly ground?: 'pine' | 'tartan';
  readonly title: string;
  readonly action: string;
  readonly children?: ReactNode;
}) {
  return (
    <Section ground={ground} size="sm" labelledBy={id}>
      <div className={classes('split even', children ? 'items-end' : 'items-center')}>
        <h2 className="h-2" id={id}>
          {title}
        </h2>
        <div className={classes('to-end', children ? 'row' : 'book-end')}>
          <BookingLink>{action}</BookingLink> {children ?? <BookingNote />}
        </div>
      </div>
    </Section>
  );
}
