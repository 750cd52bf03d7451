import type { CoachingSlug } from '@coachsite/core/catalogue';
import { useTranslation } from 'react-i18next';
import { usePrices } from '../../i18n/prices.ts';
import { SampleMark } from '../../site/sample-mark.tsx';

/** What the given offers cost, one line each, or `children` while the owner has given no price. Source: docs/law-and-search.md#B1. */
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
      {known.map((id) => (
        <span className="block" key={id}>
          {offers.length > 1 ? `${t(`services.${id}.name`)}: ` : null}
          <b>{priceOf(id)?.amount}</b>, {priceOf(id)?.terms}.
        </span>
      ))}
      {t('price.written')} <SampleMark fact="prices" />
    </>
  );
}
