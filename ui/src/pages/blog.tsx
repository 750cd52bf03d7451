import type { ArticleList, ArticleSummary } from '@coachsite/adapters/contract';
import { languageUrl } from '@coachsite/core/language';
import { useTranslation } from 'react-i18next';
import {
  ButtonLink,
  PageHead,
  Panel,
  RichText,
  Ruler,
  Section,
  TextLink,
} from '../design/index.ts';
import { Cover } from '../features/blog/index.ts';
import { CallStrip } from '../features/call-to-action/index.ts';
import { NotifyMeForm } from '../features/shop/index.ts';
import { longDate } from '../i18n/format.ts';
import { titleLines } from '../i18n/title-lines.ts';
import { listPath } from '../site/blog-locations.ts';
import { useInstagram } from '../site/channels.ts';

/** One page of the list of articles. */
export function BlogPage({ list }: { readonly list: ArticleList }) {
  const { t, i18n } = useTranslation(['blog', 'programs']);
  const instagram = useInstagram();
  return (
    <>
      <PageHead
        ground="butter"
        lines={titleLines(t('title', { returnObjects: true }))}
        lead={t('lead')}
      />
      <Section aria-label={t('list')}>
        {list.items.map((item) => (
          <Item key={item.slug} item={item} />
        ))}
        <Pages list={list} />
        <p className="note mt-5 measure">{t('health')}</p>
        <div className="split even mt-7" id="follow">
          <div className="stack gap-4">
            <h2 className="h-2">{t('follow.title')}</h2>
            <p className="lead mw-34">{t('follow.text')}</p>
            <p className="small mw-44">
              {t(instagram ? 'follow.otherwise' : 'follow.otherwiseFeed')}
            </p>
            <p className="row gap-4">
              {instagram ? (
                <TextLink href={instagram.url} icon="instagram" rel="noopener">
                  {t('follow.instagram')}
                </TextLink>
              ) : null}{' '}
              <TextLink
                href={languageUrl('/feed.xml', i18n.language)}
                icon="feed"
                type="application/atom+xml"
              >
                {t('follow.feed')}
              </TextLink>
            </p>
          </div>
          <Panel className="stack gap-4">
            <NotifyMeForm id="next-article" />
            <p className="no-js">
              <RichText text={t('programs:notify.noScript')} />
            </p>
          </Panel>
        </div>
      </Section>
      <CallStrip id="blog-call" title={t('call.title')} action={t('call.action')} />
    </>
  );
}

/** An article as an entry: drawing, date, title, summary and reading time. */
function Item({ item }: { readonly item: ArticleSummary }) {
  const { t, i18n } = useTranslation('blog');
  const { slug, title, summary, publishedOn, minutes, language, isTranslated } = item;
  const href = `/blog/${slug}`;
  const lang = isTranslated ? undefined : language;
  return (
    <article className="feature">
      <div className="feature-art ground g-sky">
        <Cover cover={item.cover} />
      </div>
      <div className="stack gap-4">
        <p className="art-meta">
          <time dateTime={publishedOn}>{longDate(publishedOn, i18n.language)}</time>{' '}
          <span>{t(`categories.${item.category}`)}</span>{' '}
          {language === i18n.language ? null : <span>{t(`only.${language}`)}</span>}
        </p>
        <h2 className="h-1" lang={lang}>
          <a href={href}>{title}</a>
        </h2>
        <p className="lead mw-36" lang={lang}>
          {summary}
        </p>
        <div className="mw-34">
          <Ruler
            n={60}
            lit={minutes}
            width={600}
            height={26}
            stroke={4.4}
            min={21.6}
            hot
            label={t('minutes.label', { count: minutes })}
          />
          <p className="small mt-2">{t('minutes.caption', { count: minutes })}</p>
        </div>
        <p>
          <ButtonLink href={href} aria-label={`${t('read')}: ${title}`}>
            {t('read')}
          </ButtonLink>
        </p>
      </div>
    </article>
  );
}

/** Links to the newer and the older articles, where there are any. */
function Pages({ list: { number, pages } }: { readonly list: ArticleList }) {
  const { t } = useTranslation('blog');
  if (pages === 1) return null;
  return (
    <nav className="row spread mt-6" aria-label={t('pages.label')}>
      {number > 1 ? (
        <TextLink href={listPath(number - 1)} rel="prev">
          {t('pages.newer')}
        </TextLink>
      ) : (
        <span />
      )}
      <p className="small">{t('pages.place', { number, pages })}</p>
      {number < pages ? (
        <TextLink href={listPath(number + 1)} rel="next">
          {t('pages.older')}
        </TextLink>
      ) : (
        <span />
      )}
    </nav>
  );
}
