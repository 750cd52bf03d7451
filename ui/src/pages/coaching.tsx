import { isCoachingSlug } from '@coachsite/core/catalogue';
import { useTranslation } from 'react-i18next';
import { Accordion, ProsList, Rows, TextLink, Words } from '../design/index.ts';
import { BookingLink, BookingNote, CallBand } from '../features/call-to-action/index.ts';
import { OpeningPromise, PriceAnswer, PriceLine } from '../features/price/index.ts';
import { Proof } from '../features/proof/index.ts';
import { OtherServices } from '../features/services/other-services.tsx';
import { StartSteps } from '../features/services/start-steps.tsx';
import { usePrices } from '../i18n/prices.ts';
import { CoachingHero } from './coaching/coaching-hero.tsx';
import { Course } from './coaching/course.tsx';

/**
 * One coaching service: what it is, what it includes, how it runs and begins, whom it suits, and the other three.
 * Source: docs/rules.md#1.
 */
export function CoachingPage({ slug }: { readonly slug: string }) {
  const { t } = useTranslation(['coaching', 'offers', 'common']);
  const priceOf = usePrices();
  if (!isCoachingSlug(slug)) throw new Error(`no coaching service is called "${slug}"`);
  const includes = priceOf(slug)?.includes ?? [];
  return (
    <>
      <CoachingHero slug={slug}>
        <p>
          <BookingLink>{t('common:action.book')}</BookingLink>
        </p>
        <BookingNote />
        <PriceLine offer={slug} />
        <Proof />
      </CoachingHero>
      <section className="section ground g-page" aria-labelledby="included">
        <div className="wrap">
          <h2 className="h-1 mb-6" id="included">
            {t('included')}
          </h2>
          <Rows
            layout="c2"
            rows={t(`programs.${slug}.includedItems`, { returnObjects: true }).map((item) => ({
              id: item.title,
              cells: (
                <>
                  <h3 className="h-3">{item.title}</h3>
                  <p className="small">{item.text}</p>
                </>
              ),
            }))}
          />
          {includes.length > 0 ? (
            <div className="mw-40 mt-6">
              <h3 className="h-4 mb-2">{t('offers:price.includes')}</h3>
              <ProsList items={includes} />
            </div>
          ) : null}
        </div>
      </section>
      <section className="ground g-page pb-9" aria-labelledby="course">
        <div className="wrap">
          <div className="split rev items-end mb-6">
            <h2 className="h-1" id="course">
              {t(`programs.${slug}.course.title`)}
            </h2>
            <p className="lead">
              <Words text={t(`programs.${slug}.course.lead`)} />
            </p>
          </div>
          <Course slug={slug} rows={t(`programs.${slug}.course.rows`, { returnObjects: true })} />
        </div>
      </section>
      <section className="section ground g-butter" aria-labelledby="start">
        <div className="wrap">
          <h2 className="h-1 mb-6" id="start">
            {t('offers:start.title')}
          </h2>
          <StartSteps last={t(`programs.${slug}.start`, { returnObjects: true })} />
          {/* It is about weeks, and a consultation is one hour. */}
          {slug === 'online-consultation' ? null : <OpeningPromise />}
        </div>
      </section>
      <section className="section ground g-page" aria-label={t('audience')}>
        <div className="wrap">
          <div className="split even">
            <div>
              <h2 className="h-2 mb-4">{t('fits')}</h2>
              <ProsList items={t(`programs.${slug}.fitsItems`, { returnObjects: true })} />
            </div>
            <div>
              <h2 className="h-2 mb-4">{t('fitsNot')}</h2>
              <ProsList no items={t(`programs.${slug}.fitsNotItems`, { returnObjects: true })} />
            </div>
          </div>
          <p className="note mt-5 measure">{t('health')}</p>
        </div>
      </section>
      <section className="section ground g-sunk" aria-labelledby="questions">
        <div className="wrap split">
          <div className="stack">
            <h2 className="h-1" id="questions">
              <Words text={t(`programs.${slug}.questions.title`)} />
            </h2>
            <p>
              <TextLink href="/faq" icon="arrow">
                {t('allQuestions')}
              </TextLink>
            </p>
          </div>
          <Accordion
            items={t(`programs.${slug}.questions.items`, { returnObjects: true }).map(
              ({ question, answer }, index) => ({
                id: `question-${index + 1}`,
                question,
                // The first question asks the price.
                answer: (
                  <div>
                    {index === 0 ? <PriceAnswer offers={[slug]}>{answer}</PriceAnswer> : answer}
                  </div>
                ),
                open: index === 0,
              }),
            )}
          />
        </div>
      </section>
      <section className="section ground g-page" aria-labelledby="others">
        <div className="wrap split">
          <h2 className="h-1" id="others">
            {t('others')}
          </h2>
          <OtherServices slug={slug} />
        </div>
      </section>
      <CallBand title={[t(`programs.${slug}.call.title`)]} lead={t(`programs.${slug}.call.lead`)} />
    </>
  );
}
