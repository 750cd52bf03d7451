import {
  filterTestimonials,
  type TestimonialFilter,
  testimonialFilterOf,
  testimonialFilters,
} from '@coachsite/core/testimonials';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, Chips, classes, StretchTitle, Tally } from '../../design/index.ts';
import { titleLines } from '../../i18n/title-lines.ts';
import { useClaims } from '../../site/claims.ts';
import { useSite } from '../../site/site.ts';
import { Quotes } from './quotes.tsx';

/** One tick per client; the tall ones are the stories shown. */
function StoryTally({ shown }: { readonly shown: number }) {
  const { t } = useTranslation('testimonials');
  const { numberOf } = useClaims();
  const ticks = Array.from({ length: numberOf('clients-helped') }, (_, index) => ({
    on: index < shown,
    tall: index < shown ? 100 : 45,
  }));
  return (
    <div className="stack gap-3">
      <Tally ticks={ticks} size="l" look="hot" label={t('tally')} className="story-tally" />
      <p className="small" role="status">
        {t('count', { count: shown })}
      </p>
    </div>
  );
}

/**
 * Head and stories of the testimonials page, filtered by category. While all testimonials are samples, the head says
 * where to find real ones: on Google, with the link `reviews`, or from the coach, with `ask`. Without scripts all
 * stories are shown. Source: docs/law-and-search.md#C1.
 */
export function Stories({
  notice,
  reviews,
  ask,
}: {
  readonly notice: ReactNode;
  /** A link to the reviews on Google; `null` while there is none. */
  readonly reviews: ReactNode;
  /** A link to the free call. */
  readonly ask: ReactNode;
}) {
  const { t } = useTranslation(['testimonials', 'offers']);
  const { testimonials } = useSite();
  const [filter, setFilter] = useState<TestimonialFilter>('all');
  const shown = filterTestimonials(testimonials, filter);
  const areSamples = testimonials.every(({ sample }) => sample);
  const state = areSamples ? (reviews ? 'elsewhere' : 'soon') : 'real';
  const title = t(`heads.${state}.title`, { returnObjects: true });
  return (
    <>
      <section className="phead ground g-page">
        <div className={classes('wrap', !areSamples && 'phead-grid')}>
          <div>
            <StretchTitle lines={titleLines(title)} />
            <p className="lead">{t(`heads.${state}.lead`)}</p>
            {areSamples ? <p className="mt-5">{reviews ?? ask}</p> : null}
          </div>
          {areSamples ? null : <StoryTally shown={shown.length} />}
        </div>
      </section>
      <section className="ground g-page pb-9" aria-labelledby="stories">
        <div className="wrap">
          <h2 className="sr" id="stories">
            {t('stories')}
          </h2>
          <div className="mb-6">{notice}</div>
          <div className="row between items-end mb-6">
            <div className="needs-app" data-app="">
              <Chips
                legend={t('filter')}
                showLegend
                name="category"
                value={filter}
                onChange={(value) => setFilter(testimonialFilterOf(value))}
                chips={testimonialFilters.map((value) => ({
                  value,
                  label: t(`offers:testimonials.categories.${value}`),
                  count: areSamples ? undefined : filterTestimonials(testimonials, value).length,
                }))}
              />
            </div>
            {areSamples ? (
              <p className="small num" role="status">
                {t('samples', { count: shown.length })}
              </p>
            ) : null}
          </div>
          {shown.length > 0 ? (
            <Quotes shown={shown} level="h3" categories />
          ) : (
            <div className="empty">
              <h3 className="h-3">{t('none')}</h3>
              <Button look="line" small onClick={() => setFilter('all')}>
                {t('showAll')}
              </Button>
            </div>
          )}
        </div>
      </section>
    </>
  );
}
