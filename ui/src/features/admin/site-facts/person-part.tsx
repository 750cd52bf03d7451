import { coachLanguages } from '@coachsite/core/facts';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../design/index.ts';
import { FactsPart, LocalisedFact, TextFact, TickFact } from './fields.tsx';
import type { SiteFacts } from './use-site-facts.ts';

/** The coach: name, training, year of the start, languages, region and reason. */
export function PersonPart({ draft: { coach }, errors, change }: SiteFacts) {
  const { t, i18n } = useTranslation('site-facts');
  const set = (part: Partial<typeof coach>) => change({ coach: { ...coach, ...part } });
  const setTraining = (at: number, part: Partial<(typeof coach.training)[number]>) =>
    set({
      training: coach.training.map((one, index) => (index === at ? { ...one, ...part } : one)),
    });
  const names = new Intl.DisplayNames(i18n.language, { type: 'language' });
  return (
    <FactsPart
      title={t('parts.person')}
      names={[
        'coach.name',
        'coach.training',
        'coach.since',
        'coach.languages',
        'coach.region',
        'coach.reason',
      ]}
      errors={errors}
    >
      <TextFact
        field="coach.name"
        label={t('name')}
        value={coach.name}
        errors={errors}
        onChange={(name) => set({ name })}
      />
      {coach.training.map((training, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: what is typed has no other identity
        <fieldset className="fact-item" key={index}>
          <legend className="flabel">{t('training.one', { number: index + 1 })}</legend>
          <TextFact
            field={`coach.training.${index}.title`}
            label={t('training.title')}
            value={training.title}
            errors={errors}
            onChange={(title) => setTraining(index, { title })}
          />
          <div className="fact-pair">
            <TextFact
              field={`coach.training.${index}.school`}
              label={t('training.school')}
              value={training.school}
              errors={errors}
              onChange={(school) => setTraining(index, { school })}
            />
            <TextFact
              field={`coach.training.${index}.year`}
              label={t('training.year')}
              inputMode="numeric"
              value={training.year}
              errors={errors}
              onChange={(year) => setTraining(index, { year })}
            />
          </div>
          <p>
            <Button
              small
              look="line"
              onClick={() => set({ training: coach.training.filter((_, at) => at !== index) })}
            >
              {t('training.remove', { number: index + 1 })}
            </Button>
          </p>
        </fieldset>
      ))}
      <p>
        <Button
          small
          look="line"
          onClick={() =>
            set({ training: [...coach.training, { title: '', school: '', year: '' }] })
          }
        >
          {t('training.add')}
        </Button>
      </p>
      <TextFact
        field="coach.since"
        label={t('since')}
        hint={t('sinceHint')}
        inputMode="numeric"
        value={coach.since}
        errors={errors}
        onChange={(since) => set({ since })}
      />
      <fieldset className="row gap-5">
        <legend className="flabel">{t('languages')}</legend>
        {coachLanguages.map((code) => (
          <TickFact
            key={code}
            label={names.of(code) ?? code}
            checked={coach.languages.includes(code)}
            onChange={(isOn) =>
              set({
                languages: isOn
                  ? [...coach.languages, code]
                  : coach.languages.filter((one) => one !== code),
              })
            }
          />
        ))}
      </fieldset>
      <LocalisedFact
        field="coach.region"
        label={t('region')}
        value={coach.region}
        errors={errors}
        onChange={(region) => set({ region })}
      />
      <LocalisedFact
        field="coach.reason"
        label={t('reason')}
        long
        value={coach.reason}
        errors={errors}
        onChange={(reason) => set({ reason })}
      />
    </FactsPart>
  );
}
