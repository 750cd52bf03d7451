import type { Article, ArticleInLanguages, ArticleSection } from '@coachsite/adapters/contract';
import { useTranslation } from 'react-i18next';
import { Notice, Panel, StretchTitle, TextLink } from '../design/index.ts';
import { Blocks, CopyLink, Cover, type OwnText } from '../features/blog/index.ts';
import { BookingLink } from '../features/call-to-action/index.ts';
import { CoachCard } from '../features/contact/coach-card.tsx';
import { longDate } from '../i18n/format.ts';
import { SampleMark } from '../site/sample-mark.tsx';
import { useSite } from '../site/site.ts';

/** The lines of a title, from narrow to wide. */
const linesOf = (lines: readonly string[]) =>
  lines.map((text, index) => ({ text, width: index === lines.length - 1 ? 'wide' : 'tight' }));

/**
 * An article. On a page in another language a notice comes first, and everything of the article is marked as its own
 * language. Source: docs/rules.md#8, docs/rules.md#reading-pages, docs/law-and-search.md#F5.
 */
export function BlogPostPage({ article, languages, next }: ArticleInLanguages) {
  const { i18n } = useTranslation('blog-post');
  const own = i18n.getFixedT(article.language, 'blog-post');
  const lang = i18n.language === article.language ? undefined : article.language;
  return (
    <article lang={lang}>
      <Head article={article} languages={languages} lang={lang} />
      <div className="ground g-page section-sm">
        <div className="wrap art">
          <Contents article={article} own={own} />
          <div>
            <div className="mb-7">
              <Blocks blocks={article.intro} own={own} />
            </div>
            {article.sections.map((section) => (
              <NumberedSection key={section.id} section={section} own={own} />
            ))}
            <Ending article={article} next={next} own={own} />
          </div>
        </div>
      </div>
    </article>
  );
}

/** Breadcrumbs, notice, title, author and dates; in the language of the page, but for the words of the article. */
function Head({
  article,
  languages,
  lang,
}: Omit<ArticleInLanguages, 'next'> & { readonly lang: string | undefined }) {
  const { t, i18n } = useTranslation('blog-post');
  const { coach } = useSite();
  const { title, titleLines, lead, publishedOn, updatedOn, minutes, language, notice } = article;
  const day = (date: string) => <time dateTime={date}>{longDate(date, i18n.language)}</time>;
  return (
    <header className="art-head ground g-butter" lang={lang && i18n.language}>
      <div className="wrap">
        <nav className="crumbs" aria-label={t('crumbs.label')}>
          <a href="/blog">{t('crumbs.blog')}</a> <span aria-hidden="true">/</span>{' '}
          <span aria-current="page" lang={lang}>
            {title}
          </span>
        </nav>
        {lang ? (
          <Notice title={t(`notice.${language}.title`)} className="mt-4 mw-46">
            {notice?.text ?? t(`notice.${language}.text`)}
            <br />
            {t('notice.health')}
          </Notice>
        ) : null}
        <div className="phead-grid mt-5">
          <div>
            <div lang={lang}>
              <StretchTitle lines={linesOf(titleLines)} />
              <p className="lead mt-5 mw-36">{lead}</p>
            </div>
            <p className="art-meta mt-5">
              {coach.name ? (
                <span>
                  {t('author', { coach: coach.name })} <SampleMark fact="coach" />
                </span>
              ) : null}{' '}
              {day(publishedOn)}{' '}
              {updatedOn > publishedOn ? (
                <span>
                  {t('updated')} {day(updatedOn)}
                </span>
              ) : null}{' '}
              <span>{t('minutes', { count: minutes })}</span>{' '}
              {lang || languages.length > 1 ? (
                <span>{t(languages.length > 1 ? 'language.both' : `language.${language}`)}</span>
              ) : null}
            </p>
            <CopyLink />
          </div>
          <div className="art-bars">
            <Cover cover={article.cover} />
          </div>
        </div>
      </div>
    </header>
  );
}

function Contents({ article, own }: { readonly article: Article; readonly own: OwnText }) {
  return (
    <nav className="toc" aria-labelledby="contents">
      <h2 className="label mb-2" id="contents">
        {own('contents')}
      </h2>
      <ul>
        {article.sections.map(({ id, title }, index) => (
          <li key={id}>
            <a href={`#${id}`}>
              <b className="num">{index + 1}</b> {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function NumberedSection({
  section: { id, title, blocks },
  own,
}: {
  readonly section: ArticleSection;
  readonly own: OwnText;
}) {
  return (
    <section className="mis in-article" id={id} aria-labelledby={`${id}-title`}>
      {/* A hidden number beside it, or its id alone, would cost the heading its place in a reader view. */}
      <div className="mis-h">
        <h2 className="h-2 in-article" id={`${id}-title`}>
          {title}
        </h2>
      </div>
      <Blocks blocks={blocks} own={own} />
    </section>
  );
}

/**
 * The last words, a link to the free call, the next article, and the note on health.
 * Source: docs/law-and-search.md#C5, docs/law-and-search.md#C6.
 */
function Ending({
  article,
  next,
  own,
}: Pick<ArticleInLanguages, 'article' | 'next'> & { readonly own: OwnText }) {
  const { t, i18n } = useTranslation('blog-post');
  const { ending, category } = article;
  return (
    <>
      {ending ? (
        <section className="mis in-article" aria-labelledby={ending.id}>
          <h2 className="h-2 in-article" id={ending.id}>
            {ending.title}
          </h2>
          <Blocks blocks={ending.blocks} own={own} />
        </section>
      ) : null}
      <Panel ground="pine" className="stack gap-4 mt-6 no-print" lang={i18n.language}>
        <h2 className="h-2">{t(`call.title.${category}`)}</h2>
        <p className="lead mw-32">{t('call.text')}</p>
        <div className="row">
          <BookingLink>{t('call.action')}</BookingLink>{' '}
          <TextLink href="/guide" lead="eye">
            {t('call.guide')}
          </TextLink>
        </div>
      </Panel>
      <div className="stack gap-4 mt-6" lang={i18n.language}>
        <CoachCard />
        {next ? (
          <div>
            <h2 className="label">{t('more')}</h2>
            <TextLink href={`/blog/${next.slug}`} icon="arrow">
              <span lang={next.isTranslated ? undefined : next.language}>{next.title}</span>
            </TextLink>
          </div>
        ) : null}
        <TextLink href="/blog#follow">{t('follow')}</TextLink>
      </div>
      <p className="note mt-5 mw-40">{own('health')}</p>
    </>
  );
}
