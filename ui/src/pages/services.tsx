import { coachingSlugs } from '@coachsite/core/catalogue';
import { useTranslation } from 'react-i18next';
import { RichText, StretchTitle } from '../design/index.ts';
import { CallBand, useBookingLink } from '../features/call-to-action/index.ts';
import { OpeningPromise } from '../features/price/index.ts';
import { Proof } from '../features/proof/index.ts';
import { Chooser } from '../features/services/chooser.tsx';
import { ServiceBands } from '../features/services/service-bands.tsx';
import { StartSteps } from '../features/services/start-steps.tsx';
import { usePrices } from '../i18n/prices.ts';
import { titleLines } from '../i18n/title-lines.ts';

/** The four services: which fits, what each holds, and how it begins. Source: docs/rules.md#1. */
export function ServicesPage() {
  const { t } = useTranslation(['services', 'offers']);
  const priceOf = usePrices();
  return (
    <>
      <section className="phead ground g-page">
        <div className="wrap svc-head">
          <div className="stack gap-5">
            <StretchTitle
              className="h-side"
              lines={titleLines(t('title', { returnObjects: true }))}
            />
            <p className="lead">{t('lead')}</p>
            <Proof />
            {coachingSlugs.every(priceOf) ? null : (
              <p className="small mw-34">
                <RichText text={t('offers:price.ask')} />
              </p>
            )}
          </div>
          <Chooser call={useBookingLink()} />
        </div>
      </section>
      <section className="ground g-page pb-8" aria-label={t('list')}>
        <div className="wrap">
          <div>
            <ServiceBands />
          </div>
        </div>
      </section>
      <section className="section ground g-sunk" aria-labelledby="start">
        <div className="wrap">
          <h2 className="h-1 mb-6" id="start">
            {t('offers:start.title')}
          </h2>
          <StartSteps />
          <OpeningPromise />
          <p className="note mt-6 measure">{t('notice')}</p>
        </div>
      </section>
      <CallBand title={t('call.title', { returnObjects: true })} lead={t('call.lead')} />
    </>
  );
}
