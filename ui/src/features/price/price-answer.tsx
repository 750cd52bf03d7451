import type { CoachingSlug } from '@coachsite/core/catalogue';
import { useTranslation } from 'react-i18next';
import { usePrices } from '../../i18n/prices.ts';
import { SampleMark } from '../../site/sample-mark.tsx';

/**
 * What the given offers cost, as a list (so the parent must not be a paragraph); `children` while the owner has given
 * no price. Source: docs/law-and-search.md#B1.
 */
export function PriceAnswer({
  offers,
  children,
}: {
  readonly offers: readonly CoachingSlug[];
  readonly children: string;
}) {
  const { t } = useTranslation('offers');
  const priceOf = usePrices();
  const known = offers.filter((id) => priceOf(id));
  if (known.length === 0) return children;
  return (
    <>
      <ul className="stack gap-2 mb-3">
        {known.map((id) => (
          <li key={id}>
            {offers.length > 1 ? `${t(`services.${id}.name`)}: ` : null}
            <b className={offers.length > 1 ? undefined : 'capital'}>{priceOf(id)?.amount},</b>{' '}
            {priceOf(id)?.terms}.
          </li>
        ))}
      </ul>
      {t('price.written')} <SampleMark fact="prices" />
    </>
  );
}
