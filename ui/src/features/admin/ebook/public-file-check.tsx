import { checkPublicFile } from '@coachsite/adapters/browser';
import { publicEbookPath, type UploadedEbook } from '@coachsite/adapters/contract';
import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, Icon, Notice } from '../../../design/index.ts';
import { useNow, useTimes } from '../parts/times.ts';

type Outcome = 'right' | 'unreadable' | 'different';

/**
 * After an upload: whether what visitors download now is the file that was uploaded, and when that was checked; a button
 * checks it again when it is not. Source: docs/rules.md#6.
 */
export function PublicFileCheck({
  ebook,
  file,
}: {
  readonly ebook: UploadedEbook;
  readonly file: File;
}) {
  const { t } = useTranslation('admin');
  const { moment } = useTimes(useNow());
  const [checked, setChecked] = useState<{ readonly outcome: Outcome; readonly at: string }>();
  const check = useCallback(async () => {
    setChecked(undefined);
    const read = await checkPublicFile(publicEbookPath, file, ebook.sha256);
    const outcome = read.isOk() ? 'right' : read.error.kind;
    setChecked({ outcome, at: new Date().toISOString() });
  }, [ebook.sha256, file]);
  useEffect(() => void check(), [check]);
  if (!checked) {
    return (
      <p className="small" role="status">
        {t('upload.check.busy')}
      </p>
    );
  }
  const { outcome, at } = checked;
  if (outcome === 'right') {
    return (
      <p className="small row nowrap gap-2 num" role="status">
        <Icon name="check" />
        <span>
          {t('upload.check.right', { time: moment(at), digest: ebook.sha256.slice(0, 8) })}
        </span>
      </p>
    );
  }
  return (
    <Notice
      tone="bad"
      alert
      title={t(`upload.check.${outcome}`)}
      actions={
        <Button small look="line" icon="refresh" onClick={() => void check()}>
          {t('upload.check.again')}
        </Button>
      }
    >
      {t(`upload.check.${outcome}Text`, { time: moment(at) })}
    </Notice>
  );
}
