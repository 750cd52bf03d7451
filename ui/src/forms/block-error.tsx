import { useTranslation } from 'react-i18next';
import { Button, Notice } from '../design/index.ts';

/**
 * Shown in place of a block of data that failed to load, with a retry.
 * Source: docs/rules.md#8, docs/rules.md#reading-admin.
 */
export function BlockError({
  onRetry,
  text,
}: {
  readonly onRetry: () => void;
  readonly text?: string;
}) {
  const { t } = useTranslation('common');
  return (
    <Notice
      tone="bad"
      alert
      title={t('error.block.title')}
      actions={
        <Button small icon="refresh" onClick={onRetry}>
          {t('action.retry')}
        </Button>
      }
    >
      {text ?? t('error.block.text')}
    </Notice>
  );
}
