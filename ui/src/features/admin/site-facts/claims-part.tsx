import { optionalClaims } from '@coachsite/core/facts';
import { useTranslation } from 'react-i18next';
import { bind, itemsOf } from './bind.ts';
import { ChoiceFact } from './choices.tsx';
import { programIds } from './draft.ts';
import { FactItem } from './fact-item.tsx';
import { FactsPart } from './facts-part.tsx';
import { TextFact } from './fields.tsx';
import type { SiteFacts } from './use-site-facts.ts';

const removable: readonly string[] = optionalClaims;

/** The numbers that the site states, each with its basis and its day. Source: docs/law-and-search.md#A2. */
export function ClaimsPart({ facts, errors }: SiteFacts) {
  const { t } = useTranslation('site-facts');
  return (
    <FactsPart title={t('parts.claims')} field="claims" names={['claims']} errors={errors}>
      <p className="small mw-44">{t('claim.text')}</p>
      {itemsOf(bind(facts, 'claims'), ({ id }) => id).map((claim) => {
        const { id } = claim.value;
        const name = t(`claims.${id as 'satisfaction'}`);
        return (
          <FactItem
            key={id}
            field={claim.field}
            title={name}
            remove={removable.includes(id) && t('claim.remove', { name })}
            onRemove={claim.remove}
          >
            <div className="fact-pair">
              {id === 'popular' ? (
                <ChoiceFact
                  {...bind(claim, 'value')}
                  label={t('claim.value')}
                  choices={programIds.map((program) => [program, t(`offers.${program}`)])}
                />
              ) : (
                <TextFact {...bind(claim, 'value')} label={t('claim.value')} />
              )}
              <TextFact {...bind(claim, 'asOf')} label={t('claim.asOf')} type="date" />
            </div>
            <TextFact {...bind(claim, 'basis')} label={t('claim.basis')} />
          </FactItem>
        );
      })}
    </FactsPart>
  );
}
