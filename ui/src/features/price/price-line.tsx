import type { OfferId } from '@coachsite/core/facts';
import { useTranslation } from 'react-i18next';
import { RichText } from '../../design/index.ts';
import { usePrices } from '../../i18n/prices.ts';
import { SampleMark } from '../../site/sample-mark.tsx';

/** The price of an offer with its terms; without one, when a visitor learns it. Source: docs/law-and-search.md#B1. */
export function PriceLine({ offer }: { readonly offer: OfferId }) {
  const { t } = useTranslation('offers');
  const price = usePrices()(offer);
  return price ? (
    <p className="capital">
      <b className="h-4">{price.amount}</b>
      <span className="small">{`, ${price.terms}.`}</span> <SampleMark fact="prices" />
    </p>
  ) : (
    <p className="small">
      <RichText text={t('price.ask')} />
    </p>
  );
}
