import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Notice, risingTicks, Tally } from '../design/index.ts';
import { type FormError, fieldOf, useErrorTexts } from './form-error.ts';

/** A form error that concerns no single field. Stays until the next try. Source: docs/rules.md#reading-toasts. */
export function ErrorNotice({
  error,
  actions,
}: {
  readonly error: FormError | undefined;
  readonly actions?: ReactNode;
}) {
  const { t } = useTranslation('auth');
  const { bare } = useErrorTexts();
  if (!error || fieldOf(error)) return null;
  const isLocked = error.kind === 'account_locked';
  const isWait = isLocked || error.kind === 'rate_limited';
  const title = isWait ? t(`formError.titles.${error.kind}`) : bare(error);
  return (
    <Notice
      tone="bad"
      icon={isLocked ? 'lock' : isWait ? 'clock' : 'alert'}
      title={title}
      actions={actions}
    >
      {isWait ? bare(error) : null}{' '}
      {isLocked ? (
        <span className="block mt-2 bad-ticks">
          <Tally ticks={risingTicks(5, 5, 60)} size="s" label={t('formError.attempts')} />
        </span>
      ) : null}
    </Notice>
  );
}
