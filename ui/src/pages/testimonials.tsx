import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../design/index.ts';
import { BookingLink } from '../features/call-to-action/index.ts';
import { SampleNotice } from '../features/testimonials/sample-notice.tsx';
import { Stories } from '../features/testimonials/story-filter.tsx';
import { useReviewsUrl } from '../site/channels.ts';
import { useSite } from '../site/site.ts';

/**
 * Testimonials with their filters, and the reviews on Google. Source: docs/law-and-search.md#C1,
 * docs/law-and-search.md#C2, docs/law-and-search.md#C3.
 */
export function TestimonialsPage() {
  const { t } = useTranslation(['testimonials', 'common']);
  const { testimonials } = useSite();
  const reviewsUrl = useReviewsUrl();
  const areSamples = testimonials.every(({ sample }) => sample);
  const reviews = reviewsUrl ? (
    <ButtonLink href={reviewsUrl} target="_blank" rel="noopener" icon="external">
      <span>
        {t('google.link')}{' '}
        <span className="sr">({t('common:external', { provider: 'Google' })})</span>
      </span>
    </ButtonLink>
  ) : null;
  return (
    <>
      <Stories
        notice={<SampleNotice />}
        reviews={reviews}
        ask={<BookingLink>{t('common:action.book')}</BookingLink>}
      />
      {areSamples || !reviews ? null : (
        <section className="section-sm ground g-sky" aria-labelledby="google">
          <div className="wrap split even items-center">
            <div className="stack">
              <h2 className="h-2" id="google">
                {t('google.title')}
              </h2>
              <p className="mw-34">{t('google.text')}</p>
            </div>
            <p className="to-end">{reviews}</p>
          </div>
        </section>
      )}
      <section className="section-sm ground g-page">
        <div className="wrap split even items-center">
          <h2 className="h-2">{t(areSamples ? 'nextSample' : 'next')}</h2>
          <p className="to-end">
            <BookingLink>{t('common:action.book')}</BookingLink>
          </p>
        </div>
      </section>
    </>
  );
}
