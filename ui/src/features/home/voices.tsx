import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Section, TextLink } from '../../design/index.ts';
import { useReviewsUrl } from '../../site/channels.ts';
import { SampleMark } from '../../site/sample-mark.tsx';
import { useSite } from '../../site/site.ts';
import { CheckIn } from './check-in.tsx';

/**
 * What clients say. Once there are real testimonials, this is `quotes`, with `notice` before them. While every
 * testimonial is a sample, it is an example of the work, with a link to the reviews on Google if there is one. Source:
 * docs/law-and-search.md#C1, docs/law-and-search.md#C3.
 */
export function Voices({
  notice,
  quotes,
}: {
  readonly notice: ReactNode;
  readonly quotes: ReactNode;
}) {
  const { t } = useTranslation('home');
  const { testimonials } = useSite();
  const reviewsUrl = useReviewsUrl();
  const all = (
    <TextLink href="/testimonials" icon="arrow">
      {t('testimonials.all')}
    </TextLink>
  );
  const reviews = reviewsUrl ? (
    <>
      <TextLink href={reviewsUrl} target="_blank" rel="noopener" icon="arrow">
        {t('testimonials.reviews')}
      </TextLink>{' '}
      <SampleMark fact="googleReviewsUrl" />
    </>
  ) : null;
  if (testimonials.every(({ sample }) => sample)) {
    return (
      <Section labelledBy="testimonials">
        <div className="split even items-start">
          <div className="stack gap-5">
            <h2 className="h-1" id="testimonials">
              {t('testimonials.titleSample')}
            </h2>
            <p className="lead mw-34">{t('testimonials.leadSample')}</p>
            <p className="row gap-x-wide">
              {reviews} {all}
            </p>
          </div>
          <CheckIn />
        </div>
      </Section>
    );
  }
  return (
    <Section labelledBy="testimonials">
      <div className="row between items-end mb-6">
        <h2 className="h-1" id="testimonials">
          {t('testimonials.title')}
        </h2>
        {all}
      </div>
      <div className="mb-6">{notice}</div>
      {quotes}
      {reviews ? <p className="row mt-6">{reviews}</p> : null}
    </Section>
  );
}
