import { canonicalEmail } from '@coachsite/core/account';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, RichText } from '../../design/index.ts';
import { EmailField, ErrorNotice, PasswordField, textOf, useSubmit } from '../../forms/index.ts';
import { useSite } from '../../site/site.ts';
import { Captcha } from './captcha.tsx';
import { signUp } from './sign-in.ts';
import type { Typed } from './sign-in-form.tsx';
import { signInPorts } from './sign-in-ports.ts';
import { useFormError } from './use-form-error.ts';

/** Fills in the input of the other form, and submits it if it is complete. */
function useCarriedOver(typed: Typed | undefined) {
  const form = useRef<HTMLFormElement>(null);
  const isDone = useRef(false);
  useEffect(() => {
    const password = form.current?.elements.namedItem('password');
    if (isDone.current || !typed || !(password instanceof HTMLInputElement)) return;
    isDone.current = true;
    if (typed.password === '') return;
    // React notices the text only through the field's own event.
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(
      password,
      typed.password,
    );
    password.dispatchEvent(new Event('input', { bubbles: true }));
    if (typed.email !== '') form.current?.requestSubmit();
  }, [typed]);
  return form;
}

/**
 * The form for signing up, with the strength meter; the link of its mail returns to this site.
 * Source: docs/rules.md#5, docs/rules.md#7, docs/rules.md#8.
 */
export function SignUpForm({
  typed,
  onSignedUp,
  onSignIn,
}: {
  readonly typed: Typed | undefined;
  /** `isSignedIn` is false until the address is confirmed. */
  onSignedUp(email: string, isSignedIn: boolean): void;
  onSignIn(email: string): void;
}) {
  const { t, i18n } = useTranslation(['auth', 'common']);
  const { error, clear, showError, errorOf } = useFormError();
  const form = useCarriedOver(typed);
  const site = useSite();
  const { isBusy, submit } = useSubmit(async (sent) => {
    clear();
    const request = { email: textOf(sent, 'email'), password: textOf(sent, 'password') };
    const signedUp = await signUp(signInPorts, request, {
      name: site.name,
      redirectTo: location.origin,
      language: i18n.language,
    });
    if (signedUp.isErr()) showError(sent, signedUp.error);
    else onSignedUp(canonicalEmail(request.email), signedUp.value !== undefined);
  });
  return (
    <form ref={form} className="stack gap-5" method="dialog" noValidate data-app onSubmit={submit}>
      <ErrorNotice error={error} />
      <p className="small">{t('signUp.why')}</p>
      <EmailField
        id="sign-up-email"
        label={t('field.email')}
        error={errorOf('email')}
        defaultValue={typed?.email}
        onInput={clear}
      />
      <PasswordField
        id="sign-up-password"
        label={t('field.password')}
        error={errorOf('password')}
        isNew
        onInput={clear}
      />
      <Captcha />
      <Button type="submit" block icon="arrow" busy={isBusy} busyLabel={t('common:loading.busy')}>
        {t('signUp.action')}
      </Button>
      <p className="note">
        <RichText text={t('signUp.terms')} />
      </p>
      <p className="row gap-3 small hair-top pt-note">
        <span>{t('signUp.haveAccount')}</span>{' '}
        <button
          className="link as-text"
          type="button"
          onClick={({ currentTarget }) =>
            onSignIn(currentTarget.form ? textOf(currentTarget.form, 'email') : '')
          }
        >
          {t('signUp.signIn')}
        </button>
      </p>
    </form>
  );
}
