import type { VisitorTestimonial } from '@coachsite/core/facts';
import { initialLanguage } from '@coachsite/core/language';
import { useTranslation } from 'react-i18next';
import { Avatar, Tag } from '../../design/index.ts';
import { useSite } from '../../site/site.ts';

const tones = ['butter', 'sky', 'tartan'] as const;

type Id = 'client-a' | 'client-b' | 'client-c';

/**
 * Testimonials as quotes. A sample carries the sample mark; every other shows how it was checked. Source:
 * docs/rules.md#3, docs/law-and-search.md#C1.
 */
export function Quotes({
  shown,
  level: Heading,
  categories,
  distant,
}: {
  readonly shown?: readonly VisitorTestimonial[];
  readonly level: 'h2' | 'h3';
  /** Also names the category of each. */
  readonly categories?: boolean;
  /** Far below the first screen. */
  readonly distant?: boolean;
}) {
  const { t, i18n } = useTranslation('offers');
  const language = initialLanguage(i18n.language);
  const { testimonials } = useSite();
  return (
    <ul className="st-grid c3 quotes">
      {(shown ?? testimonials).map(({ id, category, sample, verifiedHow, words }) => (
        <li className="quote rule-top" key={id}>
          <p className="row gap-2">
            {sample ? (
              <Tag look="edge">
                <span className="l">{t('testimonials.sample')}</span>
              </Tag>
            ) : null}{' '}
            {categories ? <Tag>{t(`testimonials.categories.${category}`)}</Tag> : null}
          </p>
          <Heading className="h-3 w-84">
            {words?.[language].result ?? t(`testimonials.entries.${id as Id}.result`)}
          </Heading>
          <blockquote>
            <p>{words?.[language].text ?? t(`testimonials.entries.${id as Id}.text`)}</p>
          </blockquote>
          <p className="who">
            <Avatar
              tone={tones[testimonials.findIndex((one) => one.id === id) % tones.length]}
              distant={distant}
            />
            <span>
              <b className="strong block">
                {words?.[language].name ?? t(`testimonials.entries.${id as Id}.name`)}
              </b>{' '}
              <span className="note">
                {sample
                  ? t('testimonials.follow')
                  : t('testimonials.verified', { how: verifiedHow?.[language] })}
              </span>
            </span>
          </p>
        </li>
      ))}
    </ul>
  );
}
