import { type OfferId, type PricePeriod, pricePeriods } from '@coachsite/core/facts';
import { useTranslation } from 'react-i18next';
import { offers, type PriceDraft } from './draft.ts';
import { ChoiceFact, FactsPart, LocalisedFact, TextFact, TickFact } from './fields.tsx';
import type { SiteFacts } from './use-site-facts.ts';

/** The price of each offer; without an amount the pages show none. */
export function PricesPart({ draft: { prices }, errors, change }: SiteFacts) {
  const { t } = useTranslation('site-facts');
  const set = (offer: OfferId, part: Partial<PriceDraft>) =>
    change({ prices: { ...prices, [offer]: { ...prices[offer], ...part } } });
  return (
    <FactsPart title={t('parts.prices')} names={['prices']} errors={errors}>
      <p className="small mw-44">{t('price.text')}</p>
      {offers.map((offer) => {
        const price = prices[offer];
        const at = `prices.${offer}`;
        return (
          <fieldset className="fact-item" key={offer}>
            <legend className="flabel">{t(`offers.${offer}`)}</legend>
            <div className="fact-pair">
              <TextFact
                field={`${at}.amountCents`}
                label={t('price.amount')}
                inputMode="decimal"
                value={price.amountCents}
                errors={errors}
                onChange={(amountCents) => set(offer, { amountCents })}
              />
              <ChoiceFact
                field={`${at}.per`}
                label={t('price.per')}
                value={price.per}
                choices={pricePeriods.map((per) => [per, t(`price.${per}`)])}
                onChange={(per) => set(offer, { per: per as PricePeriod })}
              />
            </div>
            {price.amountCents.trim() === '' ? null : (
              <>
                <TickFact
                  label={t('price.from')}
                  checked={price.from}
                  onChange={(from) => set(offer, { from })}
                />
                {price.per === 'month' ? (
                  <TextFact
                    field={`${at}.minimumTermMonths`}
                    label={t('price.term')}
                    hint={t('price.termHint')}
                    inputMode="numeric"
                    value={price.minimumTermMonths}
                    errors={errors}
                    onChange={(minimumTermMonths) => set(offer, { minimumTermMonths })}
                  />
                ) : null}
                <LocalisedFact
                  field={`${at}.includes`}
                  label={t('price.includes')}
                  hint={t('price.includesHint')}
                  long
                  value={price.includes}
                  errors={errors}
                  onChange={(includes) => set(offer, { includes })}
                />
              </>
            )}
          </fieldset>
        );
      })}
    </FactsPart>
  );
}
