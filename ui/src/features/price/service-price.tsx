import { coachingSlugs } from '@coachsite/core/catalogue';
import { useTranslation } from 'react-i18next';
import { usePrices } from '../../i18n/prices.ts';
import { SampleMark } from '../../site/sample-mark.tsx';
import { PriceLine } from './price-line.tsx';

/**
 * What the first service with a price costs, 1-on-1 coaching before the others, in one line; without any price, when a
 * visitor hears it. Source: docs/law-and-search.md#B1.
 */
export function ServicePrice() {
  const { t } = useTranslation('offers');
  const priceOf = usePrices();
  const slug = coachingSlugs.find(priceOf);
  const price = slug && priceOf(slug);
  if (!price) return <PriceLine offer="1-on-1" />;
  return (
    <p className="small">
      {`${t(`services.${slug}.name`)}: `}
      <b>{price.amount}</b>
      {`, ${price.terms}. `}
      <SampleMark fact="prices" />
    </p>
  );
}
