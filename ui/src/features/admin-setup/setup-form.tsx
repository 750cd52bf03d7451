import { api } from '@coachsite/adapters/browser';
import { canonicalEmail, checkEmail, checkNewPassword } from '@coachsite/core/account';
import { trimTyped } from '@coachsite/core/text';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, Input, Notice, Panel, risingTicks, Tally } from '../../design/index.ts';
import {
  EmailField,
  type FormError,
  fieldOf,
  focusField,
  PasswordField,
  textOf,
  toFormError,
  useErrorTexts,
  useSubmit,
} from '../../forms/index.ts';
import { canKeepSession } from '../../session/can-keep-session.ts';
import { auth, keeper } from '../../session/compose.ts';
import { isCodeNeeded } from '../../session/session-level.ts';
import { useSite } from '../../site/site.ts';
import { closeErrors, toast } from '../notification/index.ts';

/** An error of the set-up token or of the account. */
type SetupError = 'token_missing' | 'token_wrong' | 'too_many' | FormError;

/** The key of the text of each error, under `errors`. */
const tokenErrors = { token_missing: 'required', token_wrong: 'wrong', too_many: 'many' } as const;

interface Draft {
  readonly token: string;
  readonly email: string;
  readonly password: string;
}

const draftOf = (form: HTMLFormElement): Draft => ({
  token: trimTyped(textOf(form, 'token')),
  email: textOf(form, 'email'),
  password: textOf(form, 'password'),
});

/** Signs in the new admin with the password just chosen; a configured captcha or a second step prevents it. */
async function enter({ email, password }: Draft): Promise<boolean> {
  const session = await auth.signIn(canonicalEmail(email), password);
  if (session.isErr()) return false;
  keeper.adopt(session.value, 'signed_in');
  void auth.log('auth_success');
  return !isCodeNeeded();
}

/** The number of valid fields: one tick each. */
function fieldsInOrder({ token, email, password }: Draft, siteName: string): number {
  const checkedEmail = checkEmail(email);
  const context = { email, siteName };
  return [token !== '', checkedEmail.isOk(), checkNewPassword(password, context).isOk()].filter(
    Boolean,
  ).length;
}

/** The errors of all fields, checked before the request. */
function errorsOf({ token, email, password }: Draft, siteName: string): readonly SetupError[] {
  const checkedEmail = checkEmail(email);
  const checked = checkNewPassword(password, { email, siteName });
  return [
    ...(token === '' ? ['token_missing' as const] : []),
    ...(checkedEmail.isErr() ? [checkedEmail.error] : []),
    ...(checked.isErr() ? [checked.error] : []),
  ];
}

const isAbout = (error: SetupError): keyof Draft | undefined =>
  typeof error === 'object' ? fieldOf(error) : 'token';

/**
 * The form that creates the first admin. Source: docs/contract.md#7, docs/security.md#BT-1, docs/security.md#BT-2,
 * docs/security.md#BT-3.
 */
export function SetupForm({
  token,
  onDone,
  onClosed,
}: {
  /** That of the link, which the app reads: the field has it from then on, unless somebody was faster. */
  readonly token: string;
  /** `isSignedIn` is false when the new admin has still to sign in. */
  onDone(isSignedIn: boolean): Promise<void>;
  onClosed(): void;
}) {
  const { t } = useTranslation(['admin-setup', 'auth', 'common']);
  const { bare, full } = useErrorTexts();
  const { name: siteName } = useSite();
  const [errors, setErrors] = useState<readonly SetupError[]>([]);
  const [counted, setCounted] = useState<number>();
  const inOrder = counted ?? (token === '' ? 0 : 1);

  const words = (error: SetupError, texts: typeof bare): string => {
    if (typeof error === 'object') return texts(error);
    return t(`errors.${tokenErrors[error]}`);
  };

  const showError = (form: HTMLFormElement, error: readonly SetupError[]) => {
    setErrors(error);
    closeErrors();
    for (const one of error) toast({ system: 'form', tone: 'bad', title: words(one, full) });
    focusField(form, error.map(isAbout).find(Boolean) ?? 'token');
  };

  const { isBusy, submit } = useSubmit(async (form) => {
    setErrors([]);
    const draft = draftOf(form);
    const error = errorsOf(draft, siteName);
    if (error.length > 0) return showError(form, error);
    // Before the token is used up: the new admin is signed in at once.
    if (!canKeepSession()) return showError(form, [{ kind: 'session_blocked' }]);
    const made = await api.post('/api/admin-setup', { ...draft, email: trimTyped(draft.email) });
    if (made.isOk()) {
      const isSignedIn = await enter(draft);
      if (isSignedIn) toast({ system: 'form', tone: 'good', title: t('done.title') });
      return onDone(isSignedIn);
    }
    const { kind } = made.error;
    if (kind === 'setup_closed') return onClosed();
    if (kind === 'setup_token_wrong') return showError(form, ['token_wrong']);
    if (kind === 'over_request_rate_limit') return showError(form, ['too_many']);
    showError(form, [toFormError(made.error)]);
  });

  const errorOf = (field: keyof Draft) => {
    const error = errors.find((one) => isAbout(one) === field);
    return error === undefined || error === 'too_many' ? undefined : words(error, bare);
  };
  const aboutNoField = errors.find((one) => isAbout(one) === undefined);

  return (
    <form
      method="dialog"
      noValidate
      data-app
      onSubmit={submit}
      onInput={({ currentTarget, target }) => {
        const typed = target instanceof HTMLInputElement ? target.name : undefined;
        setErrors((all) => all.filter((one) => ![typed, undefined].includes(isAbout(one))));
        setCounted(fieldsInOrder(draftOf(currentTarget), siteName));
      }}
    >
      <Panel className="stack gap-5">
        <div className="row between items-end nowrap">
          <h1 className="h-2" tabIndex={-1}>
            {t('title')}
          </h1>
          <Tally
            ticks={risingTicks(3, inOrder, 52)}
            look={inOrder > 0 ? 'hot' : undefined}
            label={t('fields', { count: inOrder })}
          />
        </div>
        <p className="small">{t('text')}</p>
        {errors.includes('token_wrong') ? (
          <Notice tone="bad" icon="key" title={t('errors.wrong')}>
            {t('errors.wrongText')}
          </Notice>
        ) : null}
        {errors.includes('too_many') ? (
          <Notice tone="bad" icon="clock" title={t('errors.many')} />
        ) : null}
        {aboutNoField ? <Notice tone="bad" title={words(aboutNoField, bare)} /> : null}
        <Input
          id="setup-token"
          name="token"
          label={t('field.token')}
          error={errorOf('token')}
          defaultValue={token}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          required
        />
        <EmailField id="setup-email" label={t('field.email')} error={errorOf('email')} />
        <PasswordField
          id="setup-password"
          label={t('field.password')}
          error={errorOf('password')}
          isNew
        />
        <Button
          type="submit"
          block
          icon="shield"
          busy={isBusy}
          busyLabel={t('common:loading.busy')}
        >
          {t('action')}
        </Button>
      </Panel>
    </form>
  );
}
