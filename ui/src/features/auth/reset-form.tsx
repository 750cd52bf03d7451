import { checkNewPassword } from '@coachsite/core/account';
import { deviceIdentifier } from '@coachsite/core/rate-limit';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../design/index.ts';
import {
  codeOf,
  ErrorNotice,
  focusField,
  PasswordField,
  SentCodeField,
  textOf,
  toFormError,
  useSubmit,
} from '../../forms/index.ts';
import { auth, keeper } from '../../session/compose.ts';
import { useSite } from '../../site/site.ts';
import { useIsHere } from '../../site/use-is-here.ts';
import { toast } from '../notification/index.ts';
import { attempts, signInPorts } from './sign-in-ports.ts';
import { useFormError } from './use-form-error.ts';

/**
 * Sets a new password in the session that the recovery link opened. Source: docs/wire.md#4.9, docs/security.md#PW-4,
 * docs/security.md#PW-8.
 */
export function ResetForm({
  email,
  onCodeNeeded,
}: {
  readonly email: string;
  /** Called when the account requires a second factor first. */
  onCodeNeeded(): void;
}) {
  const { t } = useTranslation(['auth-reset', 'auth', 'common']);
  const router = useRouter();
  const isHere = useIsHere();
  const site = useSite();
  const { error, clear, showError, errorOf } = useFormError();
  const [needsNonce, setNeedsNonce] = useState(false);
  const { isBusy, submit } = useSubmit(async (form) => {
    clear();
    const context = { email, siteName: site.name };
    const password = checkNewPassword(textOf(form, 'password'), context);
    if (password.isErr()) return showError(form, password.error);
    const nonce = codeOf(form, 'nonce');
    const change = { password: password.value, ...(nonce && { nonce }) };
    const device = deviceIdentifier(signInPorts.device());
    const changed = await auth.changeUser(change, location.origin, device);
    if (changed.isErr()) {
      if (changed.error.kind === 'insufficient_aal') return onCodeNeeded();
      const error = toFormError(changed.error);
      // Without the link of a reset the password that was forgotten may be asked for: a code will do.
      const needsCode =
        error.kind === 'reauthentication_needed' || error.kind === 'current_password_required';
      if (needsCode) {
        setNeedsNonce(true);
        await auth.reauthenticate();
      }
      showError(form, needsCode ? { kind: 'reauthentication_needed' } : error);
      if (error.kind === 'reauthentication_not_valid') focusField(form, 'nonce');
      return;
    }
    attempts.clear(email);
    keeper.change({ user: changed.value }, 'user_updated');
    toast({ system: 'form', tone: 'good', title: t('saved'), text: t('others') });
    if (isHere()) await router.navigate({ href: '/account', replace: true });
  });
  return (
    <form className="stack gap-5" method="dialog" noValidate data-app onSubmit={submit}>
      <p>{t('text')}</p>
      <ErrorNotice error={error} />
      <input type="hidden" name="username" autoComplete="username" value={email} />
      <PasswordField
        id="reset-password"
        label={t('auth:field.newPassword')}
        error={errorOf('password')}
        isNew
        onInput={clear}
      />
      {needsNonce ? (
        <SentCodeField
          id="reset-nonce"
          name="nonce"
          label={t('nonce.label')}
          hint={t('nonce.hint')}
        />
      ) : null}
      <p>
        <Button type="submit" icon="check" busy={isBusy} busyLabel={t('common:loading.busy')}>
          {t('action')}
        </Button>
      </p>
    </form>
  );
}
