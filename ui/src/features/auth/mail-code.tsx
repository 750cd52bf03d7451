import type { ApiError, Confirmed } from '@coachsite/adapters/browser';
import type { Result } from 'neverthrow';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../design/index.ts';
import {
  codeOf,
  ErrorNotice,
  focusField,
  SentCodeField,
  toFormError,
  useSubmit,
} from '../../forms/index.ts';
import { useFormError } from './use-form-error.ts';

/** The field for the code of a mail, as an alternative to its link. Source: docs/wire.md#4.4. */
export function MailCode({
  id = 'mail-code',
  label,
  look,
  action,
  verify,
  onConfirmed,
  children,
}: {
  readonly id?: string;
  /** Distinguishes the codes where more than one may be typed. */
  readonly label?: string;
  /** `line` where this is not the main action. */
  readonly look?: 'line';
  readonly action: string;
  readonly verify: (code: string) => Promise<Result<Confirmed, ApiError>>;
  onConfirmed(confirmed: Confirmed): void | Promise<void>;
  /** Content beside the button. */
  readonly children?: ReactNode;
}) {
  const { t } = useTranslation(['auth', 'common']);
  const { error, clear, showError } = useFormError();
  const [isMissing, setMissing] = useState(false);
  const forget = () => {
    clear();
    setMissing(false);
  };
  const { isBusy, submit } = useSubmit(async (form) => {
    forget();
    const code = codeOf(form, 'code');
    if (!/^\d{6}$/.test(code)) {
      setMissing(true);
      return focusField(form, 'code');
    }
    const confirmed = await verify(code);
    if (confirmed.isErr()) return showError(form, toFormError(confirmed.error));
    form.reset();
    await onConfirmed(confirmed.value);
  });
  return (
    <form className="stack gap-4 mw-34" method="dialog" noValidate data-app onSubmit={submit}>
      <ErrorNotice error={error} />
      <SentCodeField
        id={id}
        name="code"
        label={label ?? t('ways.code.field')}
        error={isMissing ? t('ways.code.missing') : undefined}
        required
        onInput={forget}
      />
      <p className="row between">
        <Button
          type="submit"
          look={look}
          icon="arrow"
          busy={isBusy}
          busyLabel={t('common:loading.busy')}
        >
          {action}
        </Button>{' '}
        {children}
      </p>
    </form>
  );
}
