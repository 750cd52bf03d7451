import { pricePeriods } from '@coachsite/core/facts';
import { useTranslation } from 'react-i18next';
import { bind } from './bind.ts';
import { ChoiceFact, TickFact } from './choices.tsx';
import { offers } from './draft.ts';
import { FactItem } from './fact-item.tsx';
import { FactsPart } from './facts-part.tsx';
import { LocalisedFact, TextFact } from './fields.tsx';
import type { SiteFacts } from './use-site-facts.ts';

/** The price of each offer; without an amount the pages show none. */
export function PricesPart({ facts, errors }: SiteFacts) {
  const { t } = useTranslation('site-facts');
  const prices = bind(facts, 'prices');
  return (
    <FactsPart title={t('parts.prices')} field="prices" names={['prices']} errors={errors}>
      <p className="small mw-44">{t('price.text')}</p>
      {offers.map((offer) => {
        const price = bind(prices, offer);
        return (
          <FactItem key={offer} field={price.field} title={t(`offers.${offer}`)}>
            <div className="fact-pair">
              <TextFact
                {...bind(price, 'amountCents')}
                label={t('price.amount')}
                inputMode="decimal"
              />
              <ChoiceFact
                {...bind(price, 'per')}
                label={t('price.per')}
                choices={pricePeriods.map((per) => [per, t(`price.${per}`)])}
              />
            </div>
            {price.value.amountCents.trim() === '' ? null : (
              <>
                <TickFact {...bind(price, 'from')} label={t('price.from')} />
                {price.value.per === 'month' ? (
                  <TextFact
                    {...bind(price, 'minimumTermMonths')}
                    label={t('price.term')}
                    hint={t('price.termHint')}
                    inputMode="numeric"
                  />
                ) : null}
                <LocalisedFact
                  {...bind(price, 'includes')}
                  label={t('price.includes')}
                  hint={t('price.includesHint')}
                  long
                />
              </>
            )}
          </FactItem>
        );
      })}
    </FactsPart>
  );
}
