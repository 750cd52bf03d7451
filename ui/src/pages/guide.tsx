import { useTranslation } from 'react-i18next';
import { TextLink } from '../design/index.ts';
import { CallBand } from '../features/call-to-action/index.ts';
import { GuideHero } from '../features/guide/guide-hero.tsx';
import { GuideSteps } from '../features/guide/guide-steps.tsx';
import { useRuntimeConfig } from '../site/runtime-config.ts';
import { GuideNext } from './guide-next.tsx';
import { useGuideToast } from './guide-toast.ts';

/** The free guide: its links and its content. Source: docs/rules.md#1. */
export function GuidePage() {
  const { t } = useTranslation(['guide', 'offers']);
  const { ebook } = useRuntimeConfig();
  return (
    <>
      <GuideHero onStarted={useGuideToast()} next={<GuideNext />} />
      <section className="section ground g-page" aria-labelledby="steps">
        <div className="wrap">
          <div className="split rev items-end mb-6">
            <h2 className="h-1" id="steps">
              {t('read.title')}
            </h2>
            <p className="lead">{t('read.lead')}</p>
          </div>
          <GuideSteps />
          <p className="row gap-x-wide mt-6">
            <TextLink href="/services#compare" icon="arrow">
              {t('offers:guide.next.choose')}
            </TextLink>{' '}
            <TextLink href="/shop" icon="arrow">
              {t('offers:guide.next.shop')}
            </TextLink>
          </p>
        </div>
      </section>
      <CallBand title={[t(ebook ? 'call.title' : 'call.titleNone')]} lead={t('call.lead')} />
    </>
  );
}
