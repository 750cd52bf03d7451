import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSite } from '../../site/site.ts';

/** Facts that the owner has not provided are marked in development, and left out in production. */
const showMissing = import.meta.env.DEV;

/** Marks a fact that the owner has not provided, in development only. Source: docs/law-and-search.md#A1. */
function Missing() {
  const { t } = useTranslation('legal');
  return <mark>{t('missing')}</mark>;
}

/** Rows of a name and a value; a row without a value is marked as missing. */
export function FactRows({
  rows,
}: {
  readonly rows: readonly { readonly name: string; readonly value: ReactNode }[];
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
 * The identity of the site's owner, from the configuration only.
 * Source: docs/law-and-search.md#A1, docs/law-and-search.md#B1.
 */
export function Identity() {
  const { t } = useTranslation('legal');
  const site = useSite();
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
        ...(site.phone
          ? [
              {
                name: t('identity.phone'),
                value: <a href={site.dial && `tel:${site.dial}`}>{site.phone}</a>,
              },
            ]
          : []),
      ]}
    />
  );
}
