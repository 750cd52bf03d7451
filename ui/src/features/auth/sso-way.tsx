import { checkEmail } from '@coachsite/core/account';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, Notice } from '../../design/index.ts';
import { EmailField, textOf, toFormError, useSubmit } from '../../forms/index.ts';
import { auth } from '../../session/compose.ts';
import { newChallenge, returnUrl } from './provider-flow.ts';
import { useFormError } from './use-form-error.ts';

/**
 * Signing in through an employer: the domain of the work e-mail address selects the provider. Source: docs/wire.md#4.5.
 */
export function SsoWay({
  email,
  target,
}: {
  readonly email: string;
  readonly target: string | undefined;
}) {
  const { t } = useTranslation(['auth', 'common']);
  const { clear, showError, errorOf, error } = useFormError();
  const [isUnknown, setUnknown] = useState(false);
  const { isBusy, submit } = useSubmit(async (form) => {
    clear();
    setUnknown(false);
    const checked = checkEmail(textOf(form, 'email'));
    if (checked.isErr()) return showError(form, checked.error);
    const domain = checked.value.slice(checked.value.lastIndexOf('@') + 1);
    const url = await auth.ssoUrl(domain, returnUrl(target), await newChallenge());
    // The visitor may have chosen another way meanwhile.
    if (!form.isConnected) return;
    if (url.isOk()) return location.assign(url.value);
    const { kind } = url.error;
    if (kind === 'sso_provider_not_found') setUnknown(true);
    else showError(form, toFormError(url.error));
  });
  return (
    <form className="stack gap-4" method="dialog" noValidate data-app onSubmit={submit}>
      <h2 className="h-3" tabIndex={-1}>
        {t('ways.sso.title')}
      </h2>
      <p className="small">{t('ways.sso.text')}</p>
      {isUnknown ? (
        <Notice tone="info" icon="building" alert title={t('ways.sso.unknown.title')}>
          {t('ways.sso.unknown.text')}
        </Notice>
      ) : null}
      {error?.kind === 'failed' ? (
        <Notice tone="bad" icon="alert" alert title={t('formError.failed')} />
      ) : null}
      <EmailField
        id="sso-email"
        label={t('ways.sso.field')}
        error={errorOf('email')}
        defaultValue={email}
        onInput={clear}
      />
      <p>
        <Button type="submit" icon="arrow" busy={isBusy} busyLabel={t('common:loading.busy')}>
          {t('ways.sso.action')}
        </Button>
      </p>
    </form>
  );
}
