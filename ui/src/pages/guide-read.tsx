import { type GuidePage, publicEbookDownloadPath } from '@coachsite/adapters/contract';
import { useTranslation } from 'react-i18next';
import { Notice, StretchTitle, TextLink } from '../design/index.ts';
import { Blocks } from '../features/blog/index.ts';
import { titleLines } from '../i18n/title-lines.ts';

/** The language of the guide, whatever that of the page. */
const language = 'nl';

/**
 * The text of the guide as a page, for who cannot read the PDF or would rather not. It is rendered on the server only: no
 * part of it needs the app. Source: docs/decisions/0074-the-guide-as-a-page.md.
 */
export function GuideReadPage({
  guide: { title, intro, sections },
}: {
  readonly guide: GuidePage;
}) {
  const { t, i18n } = useTranslation('guide');
  const own = i18n.getFixedT(language, 'blog-post');
  const inDutch = i18n.getFixedT(language, 'guide');
  const name = title ?? inDutch('asPage.title');
  const isOther = i18n.language !== language;
  return (
    <article>
      <header className="art-head ground g-butter">
        <div className="wrap">
          <nav className="crumbs" aria-label={t('asPage.crumbs')}>
            <a href="/guide">{t('asPage.guide')}</a> <span aria-hidden="true">/</span>{' '}
            <span aria-current="page">{t('asPage.here')}</span>
          </nav>
          {isOther ? (
            <Notice icon="globe" title={t('asPage.dutch')} className="mt-4 mw-46" />
          ) : null}
          <div className="mt-5 mb-5" lang={isOther ? language : undefined}>
            <StretchTitle lines={titleLines([{ text: name, width: 'wide' }])} />
          </div>
          <p className="row no-print mb-5">
            <TextLink href={publicEbookDownloadPath} icon="download" download>
              {t('asPage.download')}
            </TextLink>
          </p>
        </div>
      </header>
      <div className="ground g-page section-sm" lang={isOther ? language : undefined}>
        <div className="wrap art">
          {sections.length > 1 ? (
            <nav className="toc" aria-labelledby="contents">
              <h2 className="label mb-2" id="contents">
                {inDutch('asPage.contents')}
              </h2>
              <ul>
                {sections.map(({ id, title: of }) => (
                  <li key={id}>
                    {/* The guide has numbers of its own. */}
                    <a href={`#${id}`}>
                      <b aria-hidden="true">–</b> {of}
                    </a>
                  </li>
                ))}
              </ul>
            </nav>
          ) : null}
          <div>
            {intro.length > 0 ? (
              <div className="mb-7">
                <Blocks blocks={intro} own={own} />
              </div>
            ) : null}
            {sections.map((section) => (
              <section
                key={section.id}
                className="mis in-article"
                id={section.id}
                aria-labelledby={`${section.id}-title`}
              >
                <h2 className="h-2 in-article" id={`${section.id}-title`}>
                  {section.title}
                </h2>
                <Blocks blocks={section.blocks} own={own} />
              </section>
            ))}
            <p className="note mt-5 mw-40">{inDutch('asPage.health')}</p>
          </div>
        </div>
      </div>
    </article>
  );
}
