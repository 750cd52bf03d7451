import {
  type EbookVersions,
  publicEbookPath,
  type UploadedEbook,
} from '@coachsite/adapters/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, Icon, Notice, Tag } from '../../../design/index.ts';
import { fileSize } from '../../../i18n/format.ts';
import { AdminBlock } from '../parts/block.tsx';
import { useNow, useTimes } from '../parts/times.ts';
import type { Block } from '../parts/use-block.ts';
import { PublicFileCheck } from './public-file-check.tsx';
import { UploadForm } from './upload-form.tsx';
import { useRestore } from './use-restore.ts';

/**
 * The active e-book, and the form that replaces it. Source: docs/rules.md#3, docs/rules.md#5, docs/rules.md#6,
 * docs/design.md#6.15.
 */
export function EbookBlock({
  block,
  onChanged,
}: {
  readonly block: Block<EbookVersions>;
  onChanged(): void;
}) {
  const { t } = useTranslation('admin');
  const [uploaded, setUploaded] = useState<{
    readonly ebook: UploadedEbook;
    readonly file: File;
  }>();
  const active = block.data?.find((version) => version.active);
  const previous = block.data?.find((version) => !version.active);
  const isShown = uploaded !== undefined && active?.id === uploaded.ebook.id;
  return (
    <AdminBlock
      id="ebook"
      title={t('ebook.title')}
      block={block}
      aside={
        active ? (
          <Tag look="ok" icon="check">
            {t('ebook.active')}
          </Tag>
        ) : null
      }
    >
      {() => (
        <>
          {active ? (
            <ActiveFile version={active} />
          ) : (
            <Notice tone="info" icon="file" title={t('ebook.none')}>
              {t('ebook.noneText')}
            </Notice>
          )}
          {isShown ? (
            <>
              <Placed ebook={uploaded.ebook} previousId={previous?.id} onRestored={onChanged} />
              <PublicFileCheck key={uploaded.ebook.id} {...uploaded} />
            </>
          ) : null}
          <UploadForm
            onUploaded={(ebook, file) => {
              setUploaded({ ebook, file });
              onChanged();
            }}
          />
        </>
      )}
    </AdminBlock>
  );
}

function ActiveFile({ version }: { readonly version: EbookVersions[number] }) {
  const { t, i18n } = useTranslation('admin');
  const { moment } = useTimes(useNow());
  const { fileName, size, pages, uploadedAt } = version;
  const summary = t('ebook.placed', {
    size: fileSize(size, i18n.language),
    date: moment(uploadedAt),
  });
  return (
    <div className="file-row">
      <Icon name="file" />
      <div className="grow">
        <b>{fileName}</b>{' '}
        <span className="note num">
          {summary}
          {pages === null ? null : `, ${t('ebook.pages', { count: pages })}`}
        </span>
      </div>
      <a
        className="icon-btn"
        href={publicEbookPath}
        target="_blank"
        rel="noopener"
        aria-label={t('ebook.view', { name: fileName })}
      >
        <Icon name="eye" />
      </a>
    </div>
  );
}

/** Shown after an upload: warnings about the file, and an undo button. Source: docs/security.md#UP-4. */
function Placed({
  ebook,
  previousId,
  onRestored,
}: {
  readonly ebook: UploadedEbook;
  readonly previousId: string | undefined;
  onRestored(): void;
}) {
  const { t } = useTranslation(['admin', 'common']);
  const { busyId, restore } = useRestore(onRestored);
  const isSame = ebook.warnings.includes('same_file');
  const warnings = ebook.warnings.filter((warning) => warning !== 'same_file');
  return (
    <>
      <Notice
        tone={isSame ? 'info' : 'good'}
        status
        title={
          <span className="anywhere">
            {t(isSame ? 'upload.same' : 'upload.online', { name: ebook.fileName })}
          </span>
        }
        actions={
          isSame || previousId === undefined ? null : (
            <Button
              small
              look="line"
              icon="undo"
              busy={busyId !== undefined}
              busyLabel={t('common:loading.busy')}
              onClick={() => restore(previousId)}
            >
              {t('upload.undo')}
            </Button>
          )
        }
      >
        {t(isSame ? 'upload.sameText' : 'upload.onlineText')}
      </Notice>
      {warnings.length > 0 ? (
        <Notice tone="info" title={t('upload.warnings.title')}>
          <span className="stack gap-2">
            {warnings.map((warning) => (
              <span key={warning}>{t(`upload.warnings.${warning}`)} </span>
            ))}
          </span>
        </Notice>
      ) : null}
    </>
  );
}
