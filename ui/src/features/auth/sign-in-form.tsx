import { canonicalEmail } from '@coachsite/core/account';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../design/index.ts';
import { EmailField, ErrorNotice, PasswordField, textOf, useSubmit } from '../../forms/index.ts';
import { auth } from '../../session/compose.ts';
import { useRuntimeConfig } from '../../site/runtime-config.ts';
import { Captcha } from './captcha.tsx';
import { MailAgain } from './mail-again.tsx';
import { signIn } from './sign-in.ts';
import { signInPorts } from './sign-in-ports.ts';
import { useFormError } from './use-form-error.ts';

/** The input so far, kept when the visitor switches between signing in and signing up. */
export interface Typed {
  readonly email: string;
  readonly password: string;
}

/**
 * The form for signing in with e-mail and password. "Sign up" beside it opens the other form with the same input.
 * Source: docs/rules.md#7, docs/rules.md#8, docs/contract.md#7.
 */
export function SignInForm({
  email,
  onSignedIn,
  onMailed,
  onForgot,
  onSignUp,
}: {
  readonly email: string;
  onSignedIn(): void;
  /** Called when the confirmation mail was sent again. */
  onMailed(email: string): void;
  onForgot(email: string): void;
  onSignUp(typed: Typed): void;
}) {
  const { t } = useTranslation(['auth', 'common']);
  const { signIn: ways } = useRuntimeConfig();
  const { error, clear, showError, errorOf } = useFormError();
  const [tried, setTried] = useState('');
  const { isBusy, submit } = useSubmit(async (form) => {
    clear();
    setTried(canonicalEmail(textOf(form, 'email')));
    const signedIn = await signIn(signInPorts, {
      email: textOf(form, 'email'),
      password: textOf(form, 'password'),
    });
    if (signedIn.isErr()) showError(form, signedIn.error);
    else onSignedIn();
  });
  const typed = (form: HTMLFormElement | null): Typed => ({
    email: form ? textOf(form, 'email') : '',
    password: form ? textOf(form, 'password') : '',
  });
  return (
    <form className="stack gap-5" method="dialog" noValidate data-app onSubmit={submit}>
      <ErrorNotice
        error={error}
        actions={
          error?.kind === 'email_not_confirmed' ? (
            <MailAgain
              send={() => auth.resend('signup', tried, location.origin)}
              sent={t('mail.sent')}
              onSent={() => onMailed(tried)}
            >
              {t('mail.again')}
            </MailAgain>
          ) : null
        }
      />
      <EmailField
        id="sign-in-email"
        label={t('field.email')}
        error={errorOf('email')}
        defaultValue={email}
        autoComplete="username webauthn"
        onInput={clear}
      />
      <PasswordField
        id="sign-in-password"
        label={t('field.password')}
        error={errorOf('password')}
        onInput={clear}
      />
      <Captcha />
      <p className="row between">
        <Button type="submit" icon="arrow" busy={isBusy} busyLabel={t('common:loading.busy')}>
          {t('signIn.action')}
        </Button>{' '}
        <button
          className="link as-text"
          type="button"
          onClick={({ currentTarget }) => onForgot(typed(currentTarget.form).email)}
        >
          {t('signIn.forgot')}
        </button>
      </p>
      {ways.signUp ? (
        <p className="row gap-3 small hair-top pt-note">
          <span>{t('signIn.noAccount')}</span>{' '}
          <button
            className="link as-text"
            type="button"
            onClick={({ currentTarget }) => onSignUp(typed(currentTarget.form))}
          >
            {t('signIn.register')}
          </button>
        </p>
      ) : null}
    </form>
  );
}
