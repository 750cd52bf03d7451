import type { VisitorSite } from '@coachsite/adapters/contract';
import type { OfferId, PricePeriod } from '@coachsite/core/facts';

/** Codes of UN/CEFACT for what one price covers; none for a price for the whole. */
const unitCodes: Readonly<Record<PricePeriod, string | undefined>> = {
  once: undefined,
  month: 'MON',
  hour: 'HUR',
};

/**
 * The price of an offer as schema.org writes it, for the page at `url`: with the lowest amount as `minPrice` where the
 * page says "from", VAT included. Nothing without a price, or while the price is a sample.
 * Source: docs/law-and-search.md#F41.
 */
export function offerOf(
  { prices, samples }: VisitorSite,
  id: OfferId,
  url: string,
): { readonly offers?: object } {
  const price = prices[id];
  if (!price || samples.includes('prices')) return {};
  const amount = (price.amountCents / 100).toFixed(2);
  const unitCode = unitCodes[price.per];
  return {
    offers: {
      '@type': 'Offer',
      url,
      priceCurrency: 'EUR',
      ...(price.from ? {} : { price: amount }),
      priceSpecification: {
        '@type': unitCode ? 'UnitPriceSpecification' : 'PriceSpecification',
        [price.from ? 'minPrice' : 'price']: amount,
        priceCurrency: 'EUR',
        valueAddedTaxIncluded: true,
        ...(unitCode && { unitCode }),
      },
    },
  };
}
