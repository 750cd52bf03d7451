import { optionalClaims } from '@coachsite/core/facts';
import { languages } from '@coachsite/core/language';
import { type Testimonial, testimonialFilters } from '@coachsite/core/testimonials';
import { useTranslation } from 'react-i18next';
import { Button, Tag } from '../../../design/index.ts';
import { newTestimonial } from './draft.ts';
import { ChoiceFact, FactsPart, LocalisedFact, LongFact, TextFact } from './fields.tsx';
import type { SiteFacts } from './use-site-facts.ts';

const categories = testimonialFilters.filter((filter) => filter !== 'all');

/** What clients say, with their consent and how it was checked. Source: docs/law-and-search.md#A3. */
export function TestimonialsPart({ draft: { testimonials }, errors, change }: SiteFacts) {
  const { t } = useTranslation('site-facts');
  const set = (at: number, part: Partial<Testimonial>) =>
    change({
      testimonials: testimonials.map((one, index) => (index === at ? { ...one, ...part } : one)),
    });
  return (
    <FactsPart title={t('parts.testimonials')} names={['testimonials']} errors={errors}>
      <p className="small mw-44">{t('testimonial.text')}</p>
      {testimonials.map((one, index) => {
        const at = `testimonials.${index}`;
        const { words } = one;
        return (
          <fieldset className="fact-item" key={one.id}>
            <legend className="flabel">{t('testimonial.one', { number: index + 1 })}</legend>
            {one.sample ? (
              <p className="small">
                <Tag look="edge">{t('sample')}</Tag> {t('testimonial.sample')}
              </p>
            ) : (
              <>
                <ChoiceFact
                  field={`${at}.category`}
                  label={t('testimonial.category')}
                  value={one.category}
                  choices={categories.map((category) => [category, t(`categories.${category}`)])}
                  onChange={(category) =>
                    set(index, { category: category as Testimonial['category'] })
                  }
                />
                {words
                  ? languages.map((language) => {
                      const spoken = words[language];
                      const put = (part: Partial<typeof spoken>) =>
                        set(index, { words: { ...words, [language]: { ...spoken, ...part } } });
                      const name = t(`language.${language}`);
                      return (
                        <div className="stack gap-4" key={language}>
                          <div className="fact-pair">
                            <TextFact
                              field={`${at}.words.${language}.name`}
                              label={`${t('testimonial.name')} (${name})`}
                              value={spoken.name}
                              errors={errors}
                              onChange={(text) => put({ name: text })}
                            />
                            <TextFact
                              field={`${at}.words.${language}.result`}
                              label={`${t('testimonial.result')} (${name})`}
                              value={spoken.result}
                              errors={errors}
                              onChange={(result) => put({ result })}
                            />
                          </div>
                          <LongFact
                            field={`${at}.words.${language}.text`}
                            label={`${t('testimonial.quote')} (${name})`}
                            value={spoken.text}
                            errors={errors}
                            onChange={(text) => put({ text })}
                          />
                        </div>
                      );
                    })
                  : null}
                <TextFact
                  field={`${at}.consentRef`}
                  label={t('testimonial.consent')}
                  hint={t('testimonial.consentHint')}
                  value={one.consentRef}
                  errors={errors}
                  onChange={(consentRef) => set(index, { consentRef })}
                />
                <LocalisedFact
                  field={`${at}.verifiedHow`}
                  label={t('testimonial.verified')}
                  value={one.verifiedHow}
                  errors={errors}
                  onChange={(verifiedHow) => set(index, { verifiedHow })}
                />
              </>
            )}
            <p>
              <Button
                small
                look="line"
                onClick={() =>
                  change({ testimonials: testimonials.filter((_, place) => place !== index) })
                }
              >
                {t('testimonial.remove', { number: index + 1 })}
              </Button>
            </p>
          </fieldset>
        );
      })}
      <p>
        <Button
          small
          look="line"
          onClick={() =>
            change({
              testimonials: [...testimonials, newTestimonial(`client-${Date.now().toString(36)}`)],
            })
          }
        >
          {t('testimonial.add')}
        </Button>
      </p>
    </FactsPart>
  );
}

const removable: readonly string[] = optionalClaims;

/** The numbers that the site states, each with its basis and its day. Source: docs/law-and-search.md#A2. */
export function ClaimsPart({ draft: { claims }, errors, change }: SiteFacts) {
  const { t } = useTranslation('site-facts');
  return (
    <FactsPart title={t('parts.claims')} names={['claims']} errors={errors}>
      <p className="small mw-44">{t('claim.text')}</p>
      {claims.map((claim) => {
        const at = `claims.${claim.id}`;
        const set = (part: Partial<typeof claim>) =>
          change({
            claims: claims.map((one) => (one.id === claim.id ? { ...one, ...part } : one)),
          });
        return (
          <fieldset className="fact-item" key={claim.id}>
            <legend className="flabel">{t(`claims.${claim.id as 'satisfaction'}`)}</legend>
            <div className="fact-pair">
              <TextFact
                field={`${at}.value`}
                label={t('claim.value')}
                value={claim.value}
                errors={errors}
                onChange={(value) => set({ value })}
              />
              <TextFact
                field={`${at}.asOf`}
                label={t('claim.asOf')}
                type="date"
                value={claim.asOf}
                errors={errors}
                onChange={(asOf) => set({ asOf })}
              />
            </div>
            <TextFact
              field={`${at}.basis`}
              label={t('claim.basis')}
              value={claim.basis}
              errors={errors}
              onChange={(basis) => set({ basis })}
            />
            {removable.includes(claim.id) ? (
              <p>
                <Button
                  small
                  look="line"
                  onClick={() => change({ claims: claims.filter((one) => one !== claim) })}
                >
                  {t('claim.remove', { name: t(`claims.${claim.id as 'satisfaction'}`) })}
                </Button>
              </p>
            ) : null}
          </fieldset>
        );
      })}
    </FactsPart>
  );
}
