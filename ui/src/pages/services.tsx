import { useTranslation } from 'react-i18next';
import { PageHead } from '../design/index.ts';
import { CallBand } from '../features/call-to-action/index.ts';
import { Comparison } from '../features/services/comparison.tsx';
import { ServiceBands } from '../features/services/service-bands.tsx';
import { titleLines } from '../i18n/title-lines.ts';

/** The four services. Source: docs/rules.md#1, docs/rules.md#2. */
export function ServicesPage() {
  const { t } = useTranslation('services');
  return (
    <>
      <PageHead lines={titleLines(t('title', { returnObjects: true }))} lead={t('lead')} />
      <section className="ground g-page pb-8" aria-label={t('list')}>
        <div className="wrap">
          <div>
            <ServiceBands />
          </div>
        </div>
      </section>
      <section className="ground g-page pb-9" aria-labelledby="compare">
        <div className="wrap">
          <Comparison />
          <p className="note mt-5 measure">{t('notice')}</p>
        </div>
      </section>
      <CallBand title={t('call.title', { returnObjects: true })} lead={t('call.lead')} />
    </>
  );
}
