import { useTranslation } from 'react-i18next';
import { Section, TextLink } from '../design/index.ts';
import { BookingLink } from '../features/call-to-action/index.ts';
import { GuideOffer } from '../features/guide/guide-offer.tsx';
import { Hero } from '../features/home/hero.tsx';
import { Month } from '../features/home/month.tsx';
import { Trust } from '../features/home/trust.tsx';
import { WeekCall } from '../features/home/week-call.tsx';
import { ServiceList } from '../features/services/service-list.tsx';
import { Quotes } from '../features/testimonials/quotes.tsx';
import { SampleNotice } from '../features/testimonials/sample-notice.tsx';
import { useGuideToast } from './guide-toast.ts';

/** Home: hero, trust, services, a month of coaching, guide, testimonials, intake call. Source: docs/rules.md#2. */
export function HomePage() {
  const { t } = useTranslation(['home', 'common']);
  return (
    <>
      <Hero action={<BookingLink>{t('common:action.book')}</BookingLink>} />
      <Trust />
      <Section className="pt-0" labelledBy="services">
        <h2 className="h-1 mb-6" id="services">
          {t('services.title')}
        </h2>
        <ServiceList />
      </Section>
      <Month action={<BookingLink>{t('month.action')}</BookingLink>} />
      <GuideOffer
        title={t('guide.title', { returnObjects: true })}
        lead={t('guide.lead')}
        direct={t('guide.direct')}
        onStarted={useGuideToast()}
      />
      <Section labelledBy="testimonials">
        <div className="row between items-end mb-6">
          <h2 className="h-1" id="testimonials">
            {t('testimonials.title')}
          </h2>
          <TextLink href="/testimonials" icon="arrow">
            {t('testimonials.all')}
          </TextLink>
        </div>
        <Quotes level="h3" distant />
        <div className="mt-6">
          <SampleNotice />
        </div>
      </Section>
      <WeekCall action={<BookingLink icon="calendar">{t('call.action')}</BookingLink>} />
    </>
  );
}
