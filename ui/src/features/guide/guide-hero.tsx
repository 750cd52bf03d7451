import type { EbookSummary } from '@coachsite/adapters/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { GuideCover, Notice, StretchTitle, Tiles } from '../../design/index.ts';
import { fileSize } from '../../i18n/format.ts';
import { titleLines } from '../../i18n/title-lines.ts';
import { useRuntimeConfig } from '../../site/runtime-config.ts';
import { GuideActions } from './guide-actions.tsx';

/**
 * Format, size, pages and language of the file that is online now. Source: docs/rules.md#reading-pages,
 * docs/law-and-search.md#E8.
 */
function FileFigures({ ebook }: { readonly ebook: EbookSummary }) {
  const { t, i18n } = useTranslation('guide');
  return (
    <Tiles
      small
      tiles={[
        { id: 'format', label: t('facts.format'), value: 'PDF' },
        { id: 'size', label: t('facts.size'), value: fileSize(ebook.sizeBytes, i18n.language) },
        ...(ebook.pages === null
          ? []
          : [{ id: 'pages', label: t('facts.pages'), value: ebook.pages }]),
        {
          id: 'language',
          label: t('facts.language'),
          value: <abbr title={t('facts.languageName')}>{t('facts.languageValue')}</abbr>,
        },
      ]}
    />
  );
}

/** Head of the guide page: cover, title, both actions, and pages, size and language of the file. */
export function GuideHero({
  onStarted,
  next,
}: {
  readonly onStarted: (phone: boolean) => void;
  readonly next: ReactNode;
}) {
  const { t, i18n } = useTranslation(['guide', 'offers']);
  const { ebook, site } = useRuntimeConfig();
  return (
    <section className="guide-head ground g-butter">
      <div className="wrap split items-center">
        <div className="stack gap-5">
          <StretchTitle
            className="h-side"
            lines={titleLines(t('title', { returnObjects: true }))}
          />
          <p className="lead mw-34">
            {t('lead')} {ebook ? t('direct') : null}
          </p>
          {ebook && i18n.language === 'en' ? (
            <Notice icon="globe" title={t('offers:guide.dutchOnly.title')}>
              {t('offers:guide.dutchOnly.text')}
            </Notice>
          ) : null}
          <GuideActions onStarted={onStarted} next={next} isFileLineHidden>
            <p className="note guide-phone">{t('phone')}</p>
          </GuideActions>
          {ebook?.isPage ? <a href="/guide/read">{t('asPage.link')}</a> : null}
          {ebook ? <FileFigures ebook={ebook} /> : null}
        </div>
        <GuideCover
          size="large"
          lines={titleLines(t('offers:guide.cover.lines', { returnObjects: true }))}
          brand={site.name}
          label={t('offers:guide.cover.label')}
        />
      </div>
    </section>
  );
}
