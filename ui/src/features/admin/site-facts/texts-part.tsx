import { type QuestionGroup, writeQuestions } from '@coachsite/core/facts';
import { type Language, languages } from '@coachsite/core/language';
import { useTranslation } from 'react-i18next';
import { addTexts } from '../../../i18n/index.ts';
import { bind } from './bind.ts';
import { type FactsDraft, type PageText, pageTexts } from './draft.ts';
import { FactButton } from './fact-item.tsx';
import { FactsPart } from './facts-part.tsx';
import { LocalisedFact } from './fields.tsx';
import type { SiteFacts } from './use-site-facts.ts';

/** Where the site has each text, and how it becomes one that can be typed. */
const places = {
  homeLead: ['home', 'hero.lead', String],
  aboutLead: ['about', 'lead', String],
  aboutStory: ['about', 'story.paragraphs', (text) => (text as string[]).join('\n\n')],
  faq: ['faq', 'groups', (text) => writeQuestions(text as QuestionGroup[])],
} as const satisfies Record<PageText, readonly [string, string, (text: unknown) => string]>;

const rows = { homeLead: 4, aboutLead: 4, aboutStory: 12, faq: 24 };

/** Texts of pages in the words of the owner. Empty, a page says what its file says. */
export function TextsPart({ facts, errors }: SiteFacts) {
  const { t, i18n } = useTranslation('site-facts');
  const texts = bind(facts, 'texts');
  const begin = async (name: PageText) => {
    const [file, key, read] = places[name];
    await Promise.all(languages.map((language) => addTexts(i18n, [file], language)));
    const now = (language: Language) => read(i18n.getResource(language, file, key));
    texts.onChange({ ...texts.value, [name]: { nl: now('nl'), en: now('en') } });
  };
  const isEmpty = ({ nl, en }: FactsDraft['texts'][PageText]) => `${nl}${en}`.trim() === '';
  return (
    <FactsPart title={t('parts.texts')} field="texts" names={['texts']} errors={errors}>
      <p>{t('texts.text')}</p>
      {pageTexts.map((name) => (
        <div className="stack gap-3" key={name}>
          <LocalisedFact
            {...bind(texts, name)}
            long
            rows={isEmpty(texts.value[name]) ? 3 : rows[name]}
            label={t(`texts.${name}`)}
            {...(name === 'faq' && { hint: t('texts.faqHint') })}
            {...(name === 'aboutStory' && { hint: t('texts.storyHint') })}
          />
          {isEmpty(texts.value[name]) ? (
            <FactButton
              label={t('texts.begin', { name: t(`texts.${name}`) })}
              onClick={() => void begin(name)}
            />
          ) : null}
        </div>
      ))}
    </FactsPart>
  );
}
