import { coachLanguages } from '@coachsite/core/facts';
import { useTranslation } from 'react-i18next';
import { bind, itemsOf } from './bind.ts';
import { TickFact } from './choices.tsx';
import { FactButton, FactItem } from './fact-item.tsx';
import { FactsPart } from './facts-part.tsx';
import { LocalisedFact, TextFact } from './fields.tsx';
import type { SiteFacts } from './use-site-facts.ts';

const names = ['name', 'training', 'since', 'languages', 'region', 'reason'] as const;

/** The coach: name, training, year of the start, languages, region and reason. */
export function PersonPart({ facts, errors }: SiteFacts) {
  const { t, i18n } = useTranslation('site-facts');
  const coach = bind(facts, 'coach');
  const training = bind(coach, 'training');
  const spoken = bind(coach, 'languages');
  const languageNames = new Intl.DisplayNames(i18n.language, { type: 'language' });
  return (
    <FactsPart
      title={t('parts.person')}
      field="coach"
      names={names.map((name) => `coach.${name}`)}
      errors={errors}
    >
      <TextFact {...bind(coach, 'name')} label={t('name')} />
      {itemsOf(training).map((one, index) => (
        <FactItem
          key={one.field}
          field={one.field}
          title={t('training.one', { number: index + 1 })}
          remove={t('training.remove', { number: index + 1 })}
          onRemove={one.remove}
        >
          <TextFact {...bind(one, 'title')} label={t('training.title')} />
          <div className="fact-pair">
            <TextFact {...bind(one, 'school')} label={t('training.school')} />
            <TextFact {...bind(one, 'year')} label={t('training.year')} inputMode="numeric" />
          </div>
        </FactItem>
      ))}
      <FactButton
        field={training.field}
        label={t('training.add')}
        onClick={() => training.onChange([...training.value, { title: '', school: '', year: '' }])}
      />
      <TextFact
        {...bind(coach, 'since')}
        label={t('since')}
        hint={t('sinceHint')}
        inputMode="numeric"
      />
      <fieldset className="row gap-5">
        <legend className="flabel">{t('languages')}</legend>
        {coachLanguages.map((code) => (
          <TickFact
            key={code}
            field={`${spoken.field}.${code}`}
            label={languageNames.of(code) ?? code}
            value={spoken.value.includes(code)}
            onChange={(isOn) =>
              spoken.onChange(
                isOn ? [...spoken.value, code] : spoken.value.filter((one) => one !== code),
              )
            }
          />
        ))}
      </fieldset>
      <LocalisedFact {...bind(coach, 'region')} label={t('region')} />
      <LocalisedFact {...bind(coach, 'reason')} label={t('reason')} long />
    </FactsPart>
  );
}
