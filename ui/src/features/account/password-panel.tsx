import { checkNewPassword } from '@coachsite/core/account';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, Notice } from '../../design/index.ts';
import {
  codeOf,
  ErrorNotice,
  focusField,
  PasswordField,
  SentCodeField,
  textOf,
  toFormError,
  useErrorTexts,
  useSubmit,
} from '../../forms/index.ts';
import { auth } from '../../session/compose.ts';
import { useSite } from '../../site/site.ts';
import { MailAgain, useFormError } from '../auth/index.ts';
import { toast } from '../notification/index.ts';
import { AccountPanel } from './account-panel.tsx';
import type { Account } from './use-account.ts';

/**
 * Changes the password. A session that is not recent first confirms with a mailed code.
 * Source: docs/wire.md#4.9, docs/security.md#PW-8.
 */
export function PasswordPanel({ account: { user, change } }: { readonly account: Account }) {
  const { t } = useTranslation(['account', 'auth', 'common']);
  const { bare } = useErrorTexts();
  const site = useSite();
  const { error, clear, showError, errorOf } = useFormError();
  const [needsNonce, setNeedsNonce] = useState(false);
  const [round, setRound] = useState(0);
  const { isBusy, submit } = useSubmit(async (form) => {
    clear();
    const context = { email: user.email ?? '', siteName: site.name };
    const password = checkNewPassword(textOf(form, 'password'), context);
    if (password.isErr()) return showError(form, password.error);
    const nonce = codeOf(form, 'nonce');
    const changed = await change({ password: password.value, ...(nonce && { nonce }) });
    if (changed.isErr()) {
      const error = toFormError(changed.error);
      if (error.kind !== 'reauthentication_needed') {
        showError(form, error);
        if (error.kind === 'reauthentication_not_valid') focusField(form, 'nonce');
        return;
      }
      setNeedsNonce(true);
      const mailed = await auth.reauthenticate();
      if (mailed.isErr()) showError(form, toFormError(mailed.error));
      return;
    }
    setNeedsNonce(false);
    // Remounts the form, which resets the strength meter.
    setRound((before) => before + 1);
    toast({ system: 'form', tone: 'good', title: t('password.saved') });
  });
  const nonceError = error?.kind === 'reauthentication_not_valid' ? bare(error) : undefined;
  return (
    <AccountPanel id="password" title={t('password.title')}>
      <p className="small">{t('password.text')}</p>
      <form
        key={round}
        className="stack gap-4 mw-34"
        method="dialog"
        noValidate
        data-app
        onSubmit={submit}
      >
        <input
          hidden
          type="email"
          name="username"
          autoComplete="username"
          readOnly
          value={user.email ?? ''}
        />
        {nonceError ? null : <ErrorNotice error={error} />}
        <PasswordField
          id="account-password"
          label={t('auth:field.newPassword')}
          error={errorOf('password')}
          isNew
          onInput={clear}
        />
        {needsNonce ? <NonceField error={nonceError} /> : null}
        <p>
          <Button type="submit" icon="check" busy={isBusy} busyLabel={t('common:loading.busy')}>
            {t('password.action')}
          </Button>
        </p>
      </form>
    </AccountPanel>
  );
}

/** The field for the mailed code, and a button that sends a new one. */
function NonceField({ error }: { readonly error: string | undefined }) {
  const { t } = useTranslation('account');
  return (
    <>
      <Notice tone="info" icon="mail" status title={t('password.nonce.title')}>
        {t('password.nonce.text')}
      </Notice>
      <SentCodeField
        id="account-nonce"
        name="nonce"
        label={t('password.nonce.label')}
        hint={t('password.nonce.hint')}
        error={error}
      />
      <p>
        <MailAgain send={auth.reauthenticate} sent={t('password.nonce.sent')}>
          {t('password.nonce.again')}
        </MailAgain>
      </p>
    </>
  );
}
