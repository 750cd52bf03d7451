import { findPost } from '@coachsite/core/blog';
import { useTranslation } from 'react-i18next';
import { Notice, Panel, StretchTitle, TextLink } from '../design/index.ts';
import {
  type Article,
  article,
  CopyLink,
  Datum,
  FiveBars,
  readingMinutes,
} from '../features/blog/index.ts';
import { BookingLink } from '../features/call-to-action/index.ts';
import { longDate } from '../i18n/format.ts';
import { titleLines } from '../i18n/title-lines.ts';

/**
 * The article, in Dutch. On the English page a notice comes first, and everything Dutch is marked as Dutch.
 * Source: docs/rules.md#8, docs/rules.md#reading-pages, docs/law-and-search.md#F5.
 */
export function BlogPostPage({ slug }: { readonly slug: string }) {
  const { t, i18n } = useTranslation('blog-post');
  const post = findPost(slug);
  if (!post) return null;
  const lang = i18n.language === post.language ? undefined : post.language;
  const minutes = readingMinutes(article);
  return (
    <article lang={lang}>
      <header className="art-head ground g-butter" lang={lang && i18n.language}>
        <div className="wrap">
          <nav className="crumbs" aria-label={t('crumbs.label')}>
            <a href="/blog">{t('crumbs.blog')}</a>
            <span aria-hidden="true">/</span>
            <span aria-current="page" lang={lang}>
              {article.title.map(({ text }) => text).join(' ')}
            </span>
          </nav>
          {lang ? (
            <Notice title={t('notice.title')} className="mt-4 mw-46">
              {t('notice.text')}
              <br />
              {t('notice.health')}
            </Notice>
          ) : null}
          <div className="phead-grid mt-5">
            <div>
              <div lang={lang}>
                <StretchTitle lines={titleLines(article.title)} />
                <p className="lead mt-5 mw-36">{article.lead}</p>
              </div>
              <p className="art-meta mt-5">
                <time dateTime={post.publishedOn} lang={lang}>
                  {longDate(post.publishedOn, post.language)}
                </time>
                <span>{t('minutes', { minutes })}</span>
                <span>{t('language')}</span>
              </p>
              <CopyLink />
            </div>
            <div className="art-bars">
              <FiveBars crosses="foot" />
            </div>
          </div>
        </div>
      </header>
      <div className="ground g-page section-sm">
        <div className="wrap art">
          <Contents post={article} />
          <div>
            <div className="prose mb-7">
              {article.intro.map((paragraph) => (
                <p key={paragraph}>{paragraph}</p>
              ))}
            </div>
            {article.mistakes.map((mistake, index) => (
              <Mistake key={mistake.id} post={article} mistake={mistake} number={index + 1} />
            ))}
            <Ending post={article} />
          </div>
        </div>
      </div>
    </article>
  );
}

function Contents({ post }: { readonly post: Article }) {
  return (
    <nav className="toc" aria-labelledby="contents">
      <h2 className="label mb-2" id="contents">
        {post.contents}
      </h2>
      <ol>
        {post.mistakes.map(({ id, title }, index) => (
          <li key={id}>
            <a href={`#${id}`}>
              <b className="num">{index + 1}</b>
              {title}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}

function Mistake({
  post,
  mistake,
  number,
}: {
  readonly post: Article;
  readonly mistake: Article['mistakes'][number];
  readonly number: number;
}) {
  const { id, title, paragraphs, action } = mistake;
  return (
    <section className="mis" id={id} aria-labelledby={`${id}-title`}>
      <div className="mis-h">
        <span className="figure-num" aria-hidden="true">
          {number}
        </span>
        <h2 className="h-2" id={`${id}-title`}>
          {title}
        </h2>
      </div>
      <div className="prose">
        {paragraphs.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </div>
      <Datum post={post} mistake={mistake} />
      <p className="todo">
        <b>{post.actionTitle}</b> {action}
      </p>
    </section>
  );
}

/**
 * A first step, a link to the free call, and the note on health.
 * Source: docs/law-and-search.md#C5, docs/law-and-search.md#C6.
 */
function Ending({ post }: { readonly post: Article }) {
  const { t, i18n } = useTranslation('blog-post');
  return (
    <>
      <section className="mis" aria-labelledby="start">
        <h2 className="h-2" id="start">
          {post.closing.title}
        </h2>
        <div className="prose">
          {post.closing.paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </div>
      </section>
      <Panel ground="pine" className="stack gap-4 mt-6 no-print" lang={i18n.language}>
        <h2 className="h-2">{t('call.title')}</h2>
        <p className="lead mw-32">{t('call.text')}</p>
        <div className="row">
          <BookingLink>{t('call.action')}</BookingLink>
          <TextLink href="/guide" lead="eye">
            {t('call.guide')}
          </TextLink>
        </div>
      </Panel>
      <p className="note mt-5 mw-40">{post.health}</p>
    </>
  );
}
