import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, Input, RichText } from '../../design/index.ts';
import { focusField, textOf, useSubmit } from '../../forms/index.ts';
import { auth, calls, keeper } from '../../session/compose.ts';
import { toast } from '../notification/index.ts';
import { useErrorText } from './error-text.ts';

/** For a user who has lost the second factor: a recovery code, which removes it. Source: docs/security.md#MF-10. */
export function RecoveryForm({ onDone, onBack }: { onDone(): void; onBack(): void }) {
  const { t } = useTranslation(['mfa', 'common']);
  const text = useErrorText();
  const [error, setError] = useState<string>();
  const { isBusy, submit } = useSubmit(async (form) => {
    const redeemed = await calls.post('/api/account/recovery-codes/redeem', {
      code: textOf(form, 'code'),
    });
    if (redeemed.isErr()) {
      setError(text(redeemed.error));
      return focusField(form, 'code');
    }
    const user = await auth.user();
    if (user.isOk()) keeper.change({ user: user.value }, 'user_updated');
    toast({ system: 'form', tone: 'good', title: t('remove.done'), text: t('recovery.next') });
    onDone();
  });
  return (
    <form className="stack gap-5" method="dialog" noValidate data-app onSubmit={submit}>
      <div className="stack gap-2">
        <h2 className="h-3">{t('recovery.useTitle')}</h2>
        <p className="small">{t('recovery.useText')}</p>
      </div>
      <Input
        id="recovery-code"
        name="code"
        label={t('recovery.code')}
        error={error}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={100}
        // The visitor has just asked for this field.
        autoFocus
        required
        onInput={() => setError(undefined)}
      />
      <p className="row between">
        <Button type="submit" icon="check" busy={isBusy} busyLabel={t('common:loading.busy')}>
          {t('recovery.use')}
        </Button>{' '}
        <button className="link as-text" type="button" onClick={onBack}>
          {t('recovery.back')}
        </button>
      </p>
      <p className="note">
        <RichText text={t('recovery.none')} />
      </p>
    </form>
  );
}
