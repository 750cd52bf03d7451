import { checkEmail } from '@coachsite/core/account';
import { useTranslation } from 'react-i18next';
import { Button } from '../../design/index.ts';
import { EmailField, ErrorNotice, textOf, toFormError, useSubmit } from '../../forms/index.ts';
import { auth } from '../../session/compose.ts';
import { Captcha } from './captcha.tsx';
import { useFormError } from './use-form-error.ts';

/** The URL that a recovery mail leads to: the page that sets a new password. */
export const resetUrl = (): string => `${location.origin}/auth/reset`;

/** Requests a recovery mail; the response is the same for every address. Source: docs/security.md#LK-9. */
export function RecoverForm({
  email,
  onSent,
}: {
  readonly email: string;
  onSent(email: string): void;
}) {
  const { t } = useTranslation(['auth', 'common']);
  const { error, clear, showError, errorOf } = useFormError();
  const { isBusy, submit } = useSubmit(async (form) => {
    clear();
    const checked = checkEmail(textOf(form, 'email'));
    if (checked.isErr()) return showError(form, checked.error);
    const requested = await auth.recover(checked.value, resetUrl());
    if (requested.isErr()) return showError(form, toFormError(requested.error));
    onSent(checked.value);
  });
  return (
    <form className="stack gap-4" method="dialog" noValidate data-app onSubmit={submit}>
      <ErrorNotice error={error} />
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
