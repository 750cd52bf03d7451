import { useTranslation } from 'react-i18next';
import { site } from '../../site/site.ts';

/** Facts of the owner that are still missing are pointed out while developing, and left out on a site that is online. */
const showMissing = import.meta.env.DEV;

/** A fact the owner still has to give, visible in development only. Source: docs/law-and-search.md#A1. */
export function Missing() {
  const { t } = useTranslation('legal');
  return <mark>{t('missing')}</mark>;
}

/** Rows of a name and a value; a row without a value is a gap the owner fills. */
export function FactRows({
  rows,
}: {
  readonly rows: readonly { readonly name: string; readonly value: string }[];
}) {
  const known = rows.filter(({ value }) => value !== '' || showMissing);
  return (
    <dl className="fact-rows">
      {known.map(({ name, value }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value === '' ? <Missing /> : value}</dd>
        </div>
      ))}
    </dl>
  );
}

/**
 * Who runs the site, from its configuration: nothing here is invented. Source: docs/law-and-search.md#A1,
 * docs/law-and-search.md#B1.
 */
export function Identity() {
  const { t } = useTranslation('legal');
  const { legalName, street, postalCode, city } = site.company;
  const { enterpriseNumber, vatNumber, vatExempt, bankAccount } = site.company;
  const place = [postalCode, city].filter(Boolean).join(' ');
  const address = street ? `${street}, ${place}, ${t('belgium')}` : '';
  return (
    <FactRows
      rows={[
        { name: t('identity.trade'), value: site.name },
        { name: t('identity.legalName'), value: legalName || site.coach.name },
        { name: t('identity.address'), value: address },
        { name: t('identity.enterprise'), value: enterpriseNumber },
        { name: t('identity.vat'), value: vatNumber || (vatExempt ? t('identity.exempt') : '') },
        { name: t('identity.bank'), value: bankAccount },
        { name: t('identity.email'), value: site.email },
        ...(site.phone ? [{ name: t('identity.phone'), value: site.phone }] : []),
      ]}
    />
  );
}
