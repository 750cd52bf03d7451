import type { OfferId } from '@coachsite/core/facts';
import { initialLanguage } from '@coachsite/core/language';
import { useTranslation } from 'react-i18next';
import { useSite } from '../site/site.ts';
import { euros } from './format.ts';

/** A price in words: `vanaf € 149 per maand`, what it says about VAT and the minimum term, and what it includes. */
export interface WrittenPrice {
  readonly amount: string;
  readonly terms: string;
  readonly includes: readonly string[];
}

/** Writes the price of an offer in the language of the page; undefined while the owner has given none. Source: docs/law-and-search.md#B1. */
export function usePrices(): (id: OfferId) => WrittenPrice | undefined {
  const { prices, company } = useSite();
  const { t, i18n } = useTranslation('offers');
  const language = initialLanguage(i18n.language);
  return (id) => {
    const price = prices[id];
    if (!price) return undefined;
    const amount = euros(price.amountCents, language);
    const term = price.minimumTermMonths;
    return {
      amount: t(`price.${price.per}`, {
        price: price.from ? t('price.from', { amount }) : amount,
      }),
      terms: [
        t(company.vatExempt ? 'price.exempt' : 'price.vat'),
        ...(term ? [t('price.term', { count: term })] : []),
      ].join(', '),
      includes: price.includes[language],
    };
  };
}
