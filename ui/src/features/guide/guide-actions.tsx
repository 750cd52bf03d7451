import {
  type EbookSummary,
  publicEbookDownloadPath,
  publicEbookPath,
} from '@coachsite/adapters/contract';
import { type MouseEvent, type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, ButtonLink, Notice, RichText } from '../../design/index.ts';
import { fileSize } from '../../i18n/format.ts';
import { useRuntimeConfig } from '../../site/runtime-config.ts';
import { isGuideAvailable, isPhone } from './guide-links.ts';

/**
 * Type, size, pages and language of the file as text, beside the links: `PDF, 2,4 MB, 12 pagina’s, Nederlands`.
 * Source: docs/law-and-search.md#E8.
 */
function FileLine({ ebook }: { readonly ebook: EbookSummary }) {
  const { t, i18n } = useTranslation('offers');
  const size = fileSize(ebook.sizeBytes, i18n.language);
  return ebook.pages === null
    ? t('guide.lineNoPages', { size })
    : t('guide.line', { size, count: ebook.pages });
}

/** A press with which the visitor requests a new tab or window. */
const isOwnTab = ({ ctrlKey, metaKey, shiftKey }: MouseEvent) => ctrlKey || metaKey || shiftKey;

/** Opens the file in a new tab; in this one if that is blocked, as it may happen seconds after the press. */
function openGuide(): void {
  if (!window.open(publicEbookPath, '_blank')) location.assign(publicEbookPath);
}

/**
 * The links to view and to download the guide. They are plain links; the running app adds the toast, the new tab on
 * phones and the error beside them: no tab opens for a file that is unavailable. `onStarted` is called when a download
 * begins; `next` then takes the place of `children`. Source: docs/rules.md#4, docs/rules.md#8.
 */
export function GuideActions({
  onStarted,
  next,
  isFileLineHidden,
  children,
}: {
  readonly onStarted: (phone: boolean) => void;
  /** What to do next, shown once a download has begun. */
  readonly next: ReactNode;
  /** The page shows the same figures elsewhere, so the line is for screen readers only. */
  readonly isFileLineHidden?: boolean;
  /** Content between the buttons and the line about the file. */
  readonly children?: ReactNode;
}) {
  const { t } = useTranslation('offers');
  const { ebook } = useRuntimeConfig();
  const [error, setError] = useState<'download' | 'load'>();
  const [isStarted, setStarted] = useState(false);
  const isUnderWay = useRef(false);
  const links = useRef<HTMLParagraphElement>(null);
  if (!ebook) {
    return (
      <>
        <p className="row wide-sm">
          <Button icon="download" disabled>
            {t('guide.download')}
          </Button>{' '}
          <Button look="line" icon="eye" disabled>
            {t('guide.view')}
          </Button>
        </p>
        <Notice
          title={t('guide.none.title')}
          actions={<RichText text={t('guide.none.question')} />}
        >
          {t('guide.none.text')}
        </Notice>
      </>
    );
  }
  const check = async (kind: 'download' | 'load') => {
    const isAvailable = await isGuideAvailable();
    // The button that tried again leaves with the error.
    if (error && isAvailable)
      links.current?.querySelectorAll('a')[kind === 'load' ? 1 : 0]?.focus();
    setError(isAvailable ? undefined : kind);
    return isAvailable;
  };
  const view = async () => {
    if (await check('load')) openGuide();
  };
  const download = async () => {
    if (!(await check('download'))) return;
    const phone = isPhone();
    if (phone) openGuide();
    else location.assign(publicEbookDownloadPath);
    setStarted(true);
    onStarted(phone);
  };
  const on = (action: () => Promise<void>) => async (event: MouseEvent) => {
    if (isOwnTab(event)) return;
    event.preventDefault();
    // The second click of a double click, or a press while the file is looked for, asks for nothing more.
    if (event.detail > 1 || isUnderWay.current) return;
    isUnderWay.current = true;
    await action();
    isUnderWay.current = false;
  };
  return (
    <>
      <p className="row wide-sm" ref={links}>
        <ButtonLink
          href={publicEbookDownloadPath}
          download
          icon="download"
          aria-describedby="guide-file"
          data-app=""
          onClick={on(download)}
        >
          {t('guide.download')}
        </ButtonLink>{' '}
        <ButtonLink
          href={publicEbookPath}
          target="_blank"
          rel="noopener"
          look="line"
          icon="eye"
          aria-describedby="guide-file"
          data-app=""
          onClick={on(view)}
        >
          {t('guide.view')}
        </ButtonLink>
      </p>
      {error ? (
        <Notice
          tone="bad"
          alert
          title={t(`guide.failed.${error}`)}
          actions={
            <Button small icon="refresh" onClick={on(error === 'download' ? download : view)}>
              {t('guide.failed.retry')}
            </Button>
          }
        >
          {t('guide.failed.advice')}
        </Notice>
      ) : null}
      {isStarted && !error ? next : children}
      <p className={isFileLineHidden ? 'sr' : 'note'} id="guide-file">
        <FileLine ebook={ebook} />
      </p>
    </>
  );
}
