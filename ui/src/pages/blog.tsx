import { posts } from '@coachsite/core/blog';
import { languageUrl } from '@coachsite/core/language';
import { useTranslation } from 'react-i18next';
import { ButtonLink, PageHead, Ruler, Section, TextLink } from '../design/index.ts';
import { article, FiveBars, readingMinutes } from '../features/blog/index.ts';
import { CallStrip } from '../features/call-to-action/index.ts';
import { longDate } from '../i18n/format.ts';
import { titleLines } from '../i18n/title-lines.ts';

/** The articles as a ruled list. Source: docs/rules.md#2, docs/design.md#4. */
export function BlogPage() {
  const { t, i18n } = useTranslation('blog');
  const minutes = readingMinutes(article);
  return (
    <>
      <PageHead
        ground="butter"
        lines={titleLines(t('title', { returnObjects: true }))}
        lead={t('lead')}
      />
      <Section aria-label={t('list')}>
        {posts.map(({ slug, publishedOn }) => (
          <article className="feature" key={slug}>
            <div className="feature-art ground g-sky">
              <FiveBars />
            </div>
            <div className="stack gap-4">
              <p className="art-meta">
                <time dateTime={publishedOn}>{longDate(publishedOn, i18n.language)}</time>
                <span>{t('language')}</span>
              </p>
              <h2 className="h-1">
                <a href={`/blog/${slug}`}>{t('posts.5-afvalfouten.title')}</a>
              </h2>
              <p className="lead mw-36">{t('posts.5-afvalfouten.summary')}</p>
              <div className="mw-34">
                <Ruler
                  n={60}
                  lit={minutes}
                  width={600}
                  height={26}
                  stroke={4.4}
                  min={21.6}
                  hot
                  label={t('minutes.label', { minutes })}
                />
                <p className="small mt-2">{t('minutes.caption', { minutes })}</p>
              </div>
              <p>
                <ButtonLink href={`/blog/${slug}`}>{t('read')}</ButtonLink>
              </p>
            </div>
          </article>
        ))}
        <p className="note mt-5 measure">{t('health')}</p>
        <div className="split even items-center mt-7">
          <div className="stack gap-2">
            <h2 className="h-3">{t('only.title')}</h2>
            <p className="small mw-44">{t('only.text')}</p>
          </div>
          <p className="to-end">
            <TextLink
              href={languageUrl('/feed.xml', i18n.language)}
              icon="feed"
              type="application/atom+xml"
            >
              {t('only.feed')}
            </TextLink>
          </p>
        </div>
      </Section>
      <CallStrip id="blog-call" title={t('call.title')} action={t('call.action')} />
    </>
  );
}
