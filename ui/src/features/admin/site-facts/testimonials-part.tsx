import { type Language, languages } from '@coachsite/core/language';
import { type Testimonial, testimonialFilters } from '@coachsite/core/testimonials';
import { useTranslation } from 'react-i18next';
import { Tag } from '../../../design/index.ts';
import { type Bound, bind, itemsOf } from './bind.ts';
import { ChoiceFact } from './choices.tsx';
import { newTestimonial } from './draft.ts';
import { FactButton, FactItem } from './fact-item.tsx';
import { FactsPart } from './facts-part.tsx';
import { LocalisedFact, LongFact, TextFact } from './fields.tsx';
import type { SiteFacts } from './use-site-facts.ts';

const categories = testimonialFilters.filter((filter) => filter !== 'all');

type Words = NonNullable<Testimonial['words']>;

/** What a client says in one language. */
function WordsFacts({
  words,
  language,
}: {
  readonly words: Bound<Words>;
  readonly language: Language;
}) {
  const { t } = useTranslation('site-facts');
  const spoken = bind(words, language);
  const name = t(`language.${language}`);
  return (
    <div className="stack gap-4">
      <div className="fact-pair">
        <TextFact {...bind(spoken, 'name')} label={`${t('testimonial.name')} (${name})`} />
        <TextFact {...bind(spoken, 'result')} label={`${t('testimonial.result')} (${name})`} />
      </div>
      <LongFact {...bind(spoken, 'text')} label={`${t('testimonial.quote')} (${name})`} />
    </div>
  );
}

/** The testimonial of a client. */
function TestimonialFacts({ testimonial }: { readonly testimonial: Bound<Testimonial> }) {
  const { t } = useTranslation('site-facts');
  const { words: value } = testimonial.value;
  const words = value && { ...bind(testimonial, 'words'), value };
  return (
    <>
      <ChoiceFact
        {...bind(testimonial, 'category')}
        label={t('testimonial.category')}
        choices={categories.map((category) => [category, t(`categories.${category}`)])}
      />
      {words &&
        languages.map((language) => (
          <WordsFacts key={language} words={words} language={language} />
        ))}
      <TextFact
        {...bind(testimonial, 'consentRef')}
        label={t('testimonial.consent')}
        hint={t('testimonial.consentHint')}
      />
      <LocalisedFact {...bind(testimonial, 'verifiedHow')} label={t('testimonial.verified')} />
    </>
  );
}

/** What clients say, with their consent and how it was checked. Source: docs/law-and-search.md#A3. */
export function TestimonialsPart({ facts, errors }: SiteFacts) {
  const { t } = useTranslation('site-facts');
  const testimonials = bind(facts, 'testimonials');
  return (
    <FactsPart
      title={t('parts.testimonials')}
      field="testimonials"
      names={['testimonials']}
      errors={errors}
    >
      <p className="small mw-44">{t('testimonial.text')}</p>
      {itemsOf(testimonials).map((one, index) => (
        <FactItem
          key={one.value.id}
          field={`testimonials.${one.value.id}`}
          title={t('testimonial.one', { number: index + 1 })}
          remove={t('testimonial.remove', { number: index + 1 })}
          onRemove={one.remove}
        >
          {one.value.sample ? (
            <p className="small">
              <Tag look="edge">{t('sample')}</Tag> {t('testimonial.sample')}
            </p>
          ) : (
            <TestimonialFacts testimonial={one} />
          )}
        </FactItem>
      ))}
      <FactButton
        label={t('testimonial.add')}
        onClick={() => {
          const id = `client-${Date.now().toString(36)}`;
          testimonials.onChange([...testimonials.value, newTestimonial(id)]);
        }}
      />
    </FactsPart>
  );
}
