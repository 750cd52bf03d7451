import { useTranslation } from 'react-i18next';
import { bind } from './bind.ts';
import { FactsPart } from './facts-part.tsx';
import { fieldId } from './field-id.ts';
import { LocalisedFact, TextFact } from './fields.tsx';
import type { SiteFacts } from './use-site-facts.ts';

const names = ['bookingUrl', 'phone', 'email', 'instagram', 'googleReviewsUrl', 'openingPromise'];

/** How the coach is reached, and what a new client may count on. */
export function ContactPart({ facts, errors, saved }: SiteFacts) {
  const { t } = useTranslation('site-facts');
  const instagram = bind(facts, 'instagram');
  const isFixed = saved.fixed.includes('bookingUrl');
  return (
    <FactsPart title={t('parts.contact')} names={names} errors={errors}>
      <TextFact
        {...bind(facts, 'bookingUrl')}
        label={t('bookingUrl')}
        type="url"
        disabled={isFixed}
        {...(isFixed && { hint: t('fixed') })}
      />
      <div className="fact-pair">
        <TextFact {...bind(facts, 'phone')} label={t('phone')} type="tel" />
        <TextFact {...bind(facts, 'email')} label={t('email')} type="email" />
      </div>
      <div className="fact-pair" id={fieldId(instagram.field)}>
        <TextFact {...bind(instagram, 'handle')} label={t('instagram')} />
        <TextFact {...bind(instagram, 'url')} label={t('instagramUrl')} type="url" />
      </div>
      <TextFact {...bind(facts, 'googleReviewsUrl')} label={t('reviews')} type="url" />
      <LocalisedFact {...bind(facts, 'openingPromise')} label={t('promise')} />
    </FactsPart>
  );
}
