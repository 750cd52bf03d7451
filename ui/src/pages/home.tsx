import { useTranslation } from 'react-i18next';
import { Section, TextLink } from '../design/index.ts';
import { BookingLink } from '../features/call-to-action/index.ts';
import { GuideOffer } from '../features/guide/guide-offer.tsx';
import { Hero } from '../features/home/hero.tsx';
import { Month } from '../features/home/month.tsx';
import { Trust } from '../features/home/trust.tsx';
import { Voices } from '../features/home/voices.tsx';
import { WeekCall } from '../features/home/week-call.tsx';
import { ServicePrice } from '../features/price/index.ts';
import { ServiceList } from '../features/services/service-list.tsx';
import { StartSteps } from '../features/services/start-steps.tsx';
import { Quotes } from '../features/testimonials/quotes.tsx';
import { SampleNotice } from '../features/testimonials/sample-notice.tsx';
import { useRuntimeConfig } from '../site/runtime-config.ts';
import { GuideNext } from './guide-next.tsx';
import { useGuideToast } from './guide-toast.ts';

/** Testimonials on the home page, at most. */
const shownTestimonials = 3;

/** Home: hero, trust, services, how it begins, a month of coaching, guide, testimonials, intake call. */
export function HomePage() {
  const { t } = useTranslation(['home', 'offers', 'common']);
  const { ebook, site } = useRuntimeConfig();
  const shown = site.testimonials.filter(({ sample }) => !sample).slice(0, shownTestimonials);
  const onStarted = useGuideToast();
  return (
    <>
      <Hero action={<BookingLink>{t('common:action.book')}</BookingLink>} />
      <Trust price={<ServicePrice />} />
      <Section className="pt-0" labelledBy="services">
        <h2 className="h-1 mb-6" id="services">
          {t('services.title')}
        </h2>
        <ServiceList />
      </Section>
      <Section ground="sunk" labelledBy="start">
        <h2 className="h-1 mb-6" id="start">
          {t('offers:start.title')}
        </h2>
        <StartSteps />
      </Section>
      <Month
        action={
          <TextLink href="/coaching/1-on-1" icon="arrow">
            {t('month.action')}
          </TextLink>
        }
      />
      {ebook ? (
        <GuideOffer
          title={t('guide.title', { returnObjects: true })}
          lead={`${t('guide.lead')} ${t('guide.direct')}`}
          onStarted={onStarted}
          next={<GuideNext />}
        />
      ) : null}
      <Voices notice={<SampleNotice />} quotes={<Quotes shown={shown} level="h3" distant />} />
      <WeekCall action={<BookingLink icon="calendar">{t('call.action')}</BookingLink>} />
    </>
  );
}
