import { useTranslation } from 'react-i18next';
import { FactsPart, LocalisedFact, TextFact, TickFact } from './fields.tsx';
import type { SiteFacts } from './use-site-facts.ts';

/** How the coach is reached, and what a new client may count on. */
export function ContactPart({ draft, errors, change, saved }: SiteFacts) {
  const { t } = useTranslation('site-facts');
  const { instagram } = draft;
  const isFixed = saved.fixed.includes('bookingUrl');
  const names = ['bookingUrl', 'phone', 'email', 'instagram', 'googleReviewsUrl', 'openingPromise'];
  return (
    <FactsPart title={t('parts.contact')} names={names} errors={errors}>
      <TextFact
        field="bookingUrl"
        label={t('bookingUrl')}
        type="url"
        value={draft.bookingUrl}
        errors={errors}
        disabled={isFixed}
        {...(isFixed && { hint: t('fixed') })}
        onChange={(bookingUrl) => change({ bookingUrl })}
      />
      <div className="fact-pair">
        <TextFact
          field="phone"
          label={t('phone')}
          type="tel"
          value={draft.phone}
          errors={errors}
          onChange={(phone) => change({ phone })}
        />
        <TextFact
          field="email"
          label={t('email')}
          type="email"
          value={draft.email}
          errors={errors}
          onChange={(email) => change({ email })}
        />
      </div>
      <div className="fact-pair">
        <TextFact
          field="instagram.handle"
          label={t('instagram')}
          value={instagram.handle}
          errors={errors}
          onChange={(handle) => change({ instagram: { ...instagram, handle } })}
        />
        <TextFact
          field="instagram.url"
          label={t('instagramUrl')}
          type="url"
          value={instagram.url}
          errors={errors}
          onChange={(url) => change({ instagram: { ...instagram, url } })}
        />
      </div>
      <TextFact
        field="googleReviewsUrl"
        label={t('reviews')}
        type="url"
        value={draft.googleReviewsUrl}
        errors={errors}
        onChange={(googleReviewsUrl) => change({ googleReviewsUrl })}
      />
      <LocalisedFact
        field="openingPromise"
        label={t('promise')}
        value={draft.openingPromise}
        errors={errors}
        onChange={(openingPromise) => change({ openingPromise })}
      />
    </FactsPart>
  );
}

const texts = [
  'legalName',
  'street',
  'postalCode',
  'city',
  'enterpriseNumber',
  'vatNumber',
  'bankAccount',
] as const;

/** The details of the business that the law requires. Source: docs/law-and-search.md#A1. */
export function CompanyPart({ draft: { company }, errors, change }: SiteFacts) {
  const { t } = useTranslation('site-facts');
  return (
    <FactsPart title={t('parts.company')} names={['company']} errors={errors}>
      {texts.map((name) => (
        <TextFact
          key={name}
          field={`company.${name}`}
          label={t(`company.${name}`)}
          value={company[name]}
          errors={errors}
          onChange={(value) => change({ company: { ...company, [name]: value } })}
        />
      ))}
      <TickFact
        label={t('company.vatExempt')}
        checked={company.vatExempt}
        onChange={(vatExempt) => change({ company: { ...company, vatExempt } })}
      />
    </FactsPart>
  );
}
