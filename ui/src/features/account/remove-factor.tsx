import type { AuthFactor } from '@coachsite/adapters/browser';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../design/index.ts';
import { useSubmit } from '../../forms/index.ts';
import { factors, keeper } from '../../session/compose.ts';
import { CodeField, ResendButton, typedCode, useCode, useErrorText } from '../mfa/index.ts';
import { toast } from '../notification/index.ts';

/**
 * Removes a second factor, confirmed with one more of its codes.
 * Source: docs/design.md#6.19, docs/security.md#MF-6.
 */
export function RemoveFactor({
  factor,
  onRemoved,
}: {
  readonly factor: AuthFactor;
  onRemoved(): Promise<void>;
}) {
  const { t } = useTranslation(['mfa', 'common']);
  const text = useErrorText();
  const [isOpen, setOpen] = useState(false);
  const round = useCode();
  const isPhone = factor.factor_type === 'phone';
  const showError = (title: string) => toast({ system: 'form', tone: 'bad', title });
  const { isBusy, submit } = useSubmit(async () => {
    const raised = await round.verify(factor);
    if (raised.isErr()) return void showError(text(raised.error));
    keeper.change(raised.value, 'mfa_verified');
    const removed = await factors.remove(factor.id);
    if (removed.isErr()) return void showError(text(removed.error));
    // The session loses the assurance level of this factor.
    await keeper.refresh();
    toast({ system: 'form', tone: 'good', title: t('remove.done') });
    await onRemoved();
  });
  if (!isOpen) {
    return (
      <p>
        <Button look="line" small icon="close" onClick={() => setOpen(true)}>
          {t(`remove.${factor.factor_type}`)}
        </Button>
      </p>
    );
  }
  return (
    <form className="stack gap-4" method="dialog" noValidate data-app onSubmit={submit}>
      <p className="small">{t(isPhone ? 'remove.bySms' : 'remove.byApp')}</p>
      {isPhone ? (
        <ResendButton
          sentAt={round.sentAt}
          onPress={async () => {
            const sent = await round.send(factor);
            if (sent.isErr()) showError(text(sent.error));
          }}
        />
      ) : null}
      <CodeField
        id={`remove-${factor.factor_type}`}
        code={round.code}
        error={round.error && text(round.error)}
        isFocused={!isPhone}
        onChange={round.setCode}
      />
      <p className="row gap-3">
        <Button
          type="submit"
          className="bad"
          small
          icon="trash"
          busy={isBusy}
          busyLabel={t('common:loading.busy')}
          disabled={typedCode(round.code).length < 6}
        >
          {t('remove.action')}
        </Button>{' '}
        <Button look="line" small disabled={isBusy} onClick={() => setOpen(false)}>
          {t('remove.cancel')}
        </Button>
      </p>
    </form>
  );
}
