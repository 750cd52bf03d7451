import { useTranslation } from 'react-i18next';
import { useSite } from '../site/site.ts';

/**
 * In development, facts that the law requires and the owner has not provided are marked.
 * Source: docs/law-and-search.md#A1.
 */
const showMissing = import.meta.env.DEV;

/**
 * The identification of the owner, from the configuration; facts that were not provided are left out.
 * Source: docs/law-and-search.md#B1.
 */
export function Identification() {
  const { t } = useTranslation('layout');
  const site = useSite();
  const { legalName, street, postalCode, city, enterpriseNumber, vatNumber, vatExempt } =
    site.company;
  const town = [postalCode, city].filter(Boolean).join(' ');
  const items = [
    legalName,
    street,
    town,
    enterpriseNumber && t('footer.enterprise', { number: enterpriseNumber }),
    vatNumber && t('footer.vat', { number: vatNumber }),
    !vatNumber && vatExempt && t('footer.exempt'),
  ].filter(Boolean);
  return (
    <address className="note identification">
      {`© ${site.name}. ${t('footer.from')} ${items.length > 0 ? `${items.join(' · ')}. ` : ''}`}
      <a href={`mailto:${site.email}`}>{site.email}</a>
      {showMissing && !(legalName && street && enterpriseNumber && (vatNumber || vatExempt)) ? (
        <mark>{t('footer.missing')}</mark>
      ) : null}
      {site.phone ? (
        <>
          {' · '}
          <a href={site.dial && `tel:${site.dial}`}>{site.phone}</a>
        </>
      ) : null}
    </address>
  );
}
