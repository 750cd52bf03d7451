import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Notice, risingTicks, Tally } from '../design/index.ts';
import { fieldOf, type Refusal, useRefusalTexts } from './refusal.ts';

/**
 * Why a form was refused, beside it, when no field is to blame. Stays until the next try.
 * Source: docs/rules.md#reading-toasts.
 */
export function RefusalNotice({
  refusal,
  actions,
}: {
  readonly refusal: Refusal | undefined;
  readonly actions?: ReactNode;
}) {
  const { t } = useTranslation('auth');
  const { bare } = useRefusalTexts();
  if (!refusal || fieldOf(refusal)) return null;
  const isLocked = refusal.kind === 'account_locked';
  const isWait = isLocked || refusal.kind === 'rate_limited';
  const title = isWait ? t(`refusal.titles.${refusal.kind}`) : bare(refusal);
  return (
    <Notice
      tone="bad"
      icon={isLocked ? 'lock' : isWait ? 'clock' : 'alert'}
      title={title}
      actions={actions}
    >
      {isWait ? bare(refusal) : null}
      {isLocked ? (
        <span className="block mt-2 bad-ticks">
          <Tally ticks={risingTicks(5, 5, 60)} size="s" label={t('refusal.attempts')} />
        </span>
      ) : null}
    </Notice>
  );
}
