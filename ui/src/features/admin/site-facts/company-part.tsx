import { useTranslation } from 'react-i18next';
import { bind } from './bind.ts';
import { TickFact } from './choices.tsx';
import { FactsPart } from './facts-part.tsx';
import { TextFact } from './fields.tsx';
import type { SiteFacts } from './use-site-facts.ts';

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
export function CompanyPart({ facts, errors }: SiteFacts) {
  const { t } = useTranslation('site-facts');
  const company = bind(facts, 'company');
  const confirmed = bind(company, 'statementsConfirmed');
  return (
    <FactsPart title={t('parts.company')} field="company" names={['company']} errors={errors}>
      {texts.map((name) => (
        <TextFact key={name} {...bind(company, name)} label={t(`company.${name}`)} />
      ))}
      <TickFact {...bind(company, 'vatExempt')} label={t('company.vatExempt')} />
      <TickFact
        {...confirmed}
        value={confirmed.value === true}
        label={t('company.statementsConfirmed')}
      />
    </FactsPart>
  );
}
