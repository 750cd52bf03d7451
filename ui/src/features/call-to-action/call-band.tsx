import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Lines } from '../../design/index.ts';
import { BookingLink, BookingNote } from './booking-link.tsx';

/** The last band of a page: one sentence, and the free call. */
export function CallBand({
  title,
  lead,
}: {
  readonly title: readonly string[];
  readonly lead: ReactNode;
}) {
  const { t } = useTranslation('common');
  return (
    <section className="section-sm ground g-tartan">
      <div className="wrap split even items-end">
        <div className="stack">
          <h2 className="h-1">
            <Lines lines={title} />
          </h2>
          <p className="lead fg mw-32">{lead}</p>
        </div>
        <div className="to-end book-end">
          <BookingLink>{t('action.book')}</BookingLink> <BookingNote />
        </div>
      </div>
    </section>
  );
}
