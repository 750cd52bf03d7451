import type { UploadProgress } from '@coachsite/adapters/browser';
import { useTranslation } from 'react-i18next';
import { Button, TickBar } from '../../../design/index.ts';
import { fileSize } from '../../../i18n/format.ts';

const ticks = 60;

/**
 * The progress of an upload: sixty ticks, bytes, per cent, and a button to cancel it. The button is there only while
 * the file is being sent: afterwards the server may already have replaced the e-book. Source: docs/design.md#6.15.
 */
export function UploadProgressBar({
  file,
  progress: { sentBytes, totalBytes },
  onCancel,
}: {
  readonly file: File;
  readonly progress: UploadProgress;
  onCancel(): void;
}) {
  const { t, i18n } = useTranslation('admin');
  const share = totalBytes > 0 ? Math.min(1, sentBytes / totalBytes) : 0;
  const percent = Math.floor(share * 100);
  const label = t('upload.progress', { name: file.name });
  const size = (bytes: number) => fileSize(bytes, i18n.language);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset groups form fields, not the parts of a progress bar
    <div className="progress" role="group" aria-label={label}>
      <div className="file-row">
        <div className="grow">
          <b>{file.name}</b>{' '}
          <span className="note num">
            {t('upload.sent', { sent: size(sentBytes), total: size(totalBytes) })}
          </span>
        </div>
        <span className="figure-num percent">{percent}%</span>
      </div>
      <div
        role="progressbar"
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-label={label}
        className="hot-bar"
      >
        <TickBar lit={Math.round(share * ticks)} n={ticks} />
      </div>
      <p className="row between">
        <span className="small" role="status">
          {t(share < 1 ? 'upload.busy' : 'upload.checking')}
        </span>{' '}
        <Button small look="line" icon="close" aria-disabled={share === 1} onClick={onCancel}>
          {t('upload.cancel')}
        </Button>
      </p>
    </div>
  );
}
