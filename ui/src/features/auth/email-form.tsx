import type { ApiError } from '@coachsite/adapters/browser';
import { checkEmail } from '@coachsite/core/account';
import type { Result } from 'neverthrow';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../design/index.ts';
import { EmailField, ErrorNotice, textOf, toFormError, useSubmit } from '../../forms/index.ts';
import { useFormError } from './use-form-error.ts';

/** A form with one field: the e-mail address to which the server sends a mail. `id` is that of the field. */
export function EmailForm({
  id,
  email = '',
  heading,
  action,
  note,
  send,
  onSent,
  children,
}: {
  readonly id: string;
  readonly email?: string;
  readonly heading?: ReactNode;
  readonly action: string;
  readonly note?: ReactNode;
  readonly send: (email: string) => Promise<Result<unknown, ApiError>>;
  onSent(email: string): void;
  /** What follows the field, such as the captcha. */
  readonly children?: ReactNode;
}) {
  const { t } = useTranslation(['auth', 'common']);
  const { error, clear, showError, errorOf } = useFormError();
  const { isBusy, submit } = useSubmit(async (form) => {
    clear();
    const checked = checkEmail(textOf(form, 'email'));
    if (checked.isErr()) return showError(form, checked.error);
    const sent = await send(checked.value);
    if (sent.isErr()) return showError(form, toFormError(sent.error));
    onSent(checked.value);
  });
  return (
    <form className="stack gap-4" method="dialog" noValidate data-app onSubmit={submit}>
      {heading}
      <ErrorNotice error={error} />
      <EmailField
        id={id}
        label={t('field.email')}
        error={errorOf('email')}
        defaultValue={email}
        onInput={clear}
      />
      {children}
      <p>
        <Button type="submit" icon="mail" busy={isBusy} busyLabel={t('common:loading.busy')}>
          {action}
        </Button>
      </p>
      {note}
    </form>
  );
}
