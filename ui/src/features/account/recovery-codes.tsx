import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, moveFocus, Notice } from '../../design/index.ts';
import { usePress } from '../../forms/index.ts';
import { calls } from '../../session/compose.ts';
import { useErrorText } from '../mfa/index.ts';
import { toast } from '../notification/index.ts';
import { CopyButton } from './copy-button.tsx';
import { useRead } from './use-read.ts';

/** Says how many recovery codes are left, makes new ones, and shows them once. Source: docs/security.md#MF-10. */
export function RecoveryCodes() {
  const { t } = useTranslation(['mfa', 'common']);
  const text = useErrorText();
  const [read] = useRead<{ readonly left: number }>('/api/account/recovery-codes');
  const [codes, setCodes] = useState<readonly string[]>();
  const box = useRef<HTMLDivElement>(null);
  // The codes take the place of the button that made them.
  useEffect(() => {
    if (codes) moveFocus(box.current);
  }, [codes]);
  const { isBusy, press } = usePress(async () => {
    const made = await calls.post<{ readonly codes: readonly string[] }>(
      '/api/account/recovery-codes',
      {},
    );
    if (made.isOk()) setCodes(made.value.codes);
    else toast({ system: 'form', tone: 'bad', title: text(made.error) });
  });
  if (!codes) {
    return (
      <div className="stack gap-3">
        <p className="small">{t('recovery.text')}</p>
        {typeof read === 'object' && read.left > 0 ? (
          <p className="small">{t('recovery.left', { count: read.left })}</p>
        ) : null}
        <p>
          <Button
            small
            look="line"
            icon="key"
            busy={isBusy}
            busyLabel={t('common:loading.busy')}
            onClick={press}
          >
            {t('recovery.make')}
          </Button>
        </p>
      </div>
    );
  }
  return (
    <>
      <Notice
        tone="info"
        icon="key"
        ref={box}
        focusable
        title={t('recovery.title')}
        actions={
          <CopyButton text={codes.join('\n')} done={t('recovery.copied')}>
            {t('recovery.copy')}
          </CopyButton>
        }
      >
        {t('recovery.once')}
      </Notice>
      <ul className="recovery-codes num" aria-label={t('recovery.list')}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
    </>
  );
}
