import { useTranslation } from 'react-i18next';
import { Dial, IconButton } from '../../design/index.ts';
import { BookingLink } from './booking-link.tsx';

/**
 * The call-to-action bar at the bottom, shown while `html.sticky-on` is set; `document/sticky-bar.ts` decides when.
 * Half a dial: thirty minutes.
 */
export function StickyBar() {
  const { t } = useTranslation('layout');
  return (
    <section className="dock is-sticky sticky g-deep" aria-label={t('sticky.label')} data-dock>
      <div className="wrap sticky-in">
        <span className="mini hot">
          <Dial n={30} lit={15} radius={33.5} len={11} width={4.5} />
        </span>
        <p>{t('sticky.text')}</p>
        <BookingLink small>{t('sticky.book')}</BookingLink>
        <IconButton icon="close" label={t('sticky.close')} data-sticky-close />
      </div>
    </section>
  );
}
