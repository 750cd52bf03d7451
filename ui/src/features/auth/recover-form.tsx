import { checkEmail } from '@coachsite/core/account';
import { useTranslation } from 'react-i18next';
import { Button } from '../../design/index.ts';
import { EmailField, RefusalNotice, textOf, toRefusal, useSubmit } from '../../forms/index.ts';
import { auth } from '../../session/services.ts';
import { Captcha } from './captcha.tsx';
import { useRefused } from './use-refused.ts';

/** Where a recovery mail leads: the page that sets a new password. */
export const resetAddress = (): string => `${location.origin}/auth/reset`;

/** Asks for a recovery mail; the answer is the same for every address. Source: docs/security.md#LK-9. */
export function RecoverForm({
  email,
  onSent,
}: {
  readonly email: string;
  onSent(email: string): void;
}) {
  const { t } = useTranslation(['auth', 'common']);
  const { refusal, clear, refuse, errorOf } = useRefused();
  const { isBusy, submit } = useSubmit(async (form) => {
    clear();
    const checked = checkEmail(textOf(form, 'email'));
    if (checked.isErr()) return refuse(form, checked.error);
    const asked = await auth.recover(checked.value, resetAddress());
    if (asked.isErr()) return refuse(form, toRefusal(asked.error));
    onSent(checked.value);
  });
  return (
    <form className="stack gap-4" method="dialog" noValidate data-app onSubmit={submit}>
      <RefusalNotice refusal={refusal} />
      <EmailField
        id="recover-email"
        label={t('field.email')}
        error={errorOf('email')}
        defaultValue={email}
        onInput={clear}
      />
      <Captcha />
      <p>
        <Button type="submit" icon="mail" busy={isBusy} busyLabel={t('common:loading.busy')}>
          {t('recover.action')}
        </Button>
      </p>
    </form>
  );
}
