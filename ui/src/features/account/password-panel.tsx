import type { PasswordAsks } from '@coachsite/adapters/contract';
import { checkNewPassword } from '@coachsite/core/account';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, Notice } from '../../design/index.ts';
import {
  codeOf,
  ErrorNotice,
  type FormError,
  focusField,
  PasswordField,
  SentCodeField,
  textOf,
  toFormError,
  useErrorTexts,
  usePress,
  useSubmit,
} from '../../forms/index.ts';
import { auth } from '../../session/compose.ts';
import { useSite } from '../../site/site.ts';
import { MailAgain, useFormError } from '../auth/index.ts';
import { toast } from '../notification/index.ts';
import { AccountPanel } from './account-panel.tsx';
import type { Account } from './use-account.ts';
import { useRead } from './use-read.ts';

/** What proves that the owner wants a new password. */
type Proof = 'nothing' | 'current' | 'code';

/**
 * Changes the password. A session that is not recent confirms with the current one, or with a code that is sent.
 * Source: docs/wire.md#4.9, docs/security.md#PW-8.
 */
export function PasswordPanel({ account: { user, change } }: { readonly account: Account }) {
  const { t } = useTranslation(['account', 'auth', 'common']);
  const { bare } = useErrorTexts();
  const site = useSite();
  const { error, clear, showError, errorOf } = useFormError();
  const [read, look] = useRead<PasswordAsks>('/api/account/password');
  const [chosen, setChosen] = useState<Proof>();
  const [round, setRound] = useState(0);
  const asksCurrent = typeof read === 'object' && read.asks === 'current_password';
  const proof = chosen ?? (asksCurrent ? 'current' : 'nothing');
  const askForCode = async (form: HTMLFormElement) => {
    const sent = await auth.reauthenticate();
    if (sent.isErr()) showError(form, toFormError(sent.error));
    return sent.isOk();
  };
  const showHere = (form: HTMLFormElement, wrong: FormError) => {
    showError(form, wrong);
    if (wrong.kind === 'reauthentication_not_valid') focusField(form, 'nonce');
    if (currentErrors.has(wrong.kind)) focusField(form, 'current');
  };
  const { isBusy, submit } = useSubmit(async (form) => {
    clear();
    const current = proof === 'current' ? textOf(form, 'current') : '';
    if (proof === 'current' && current === '')
      return showHere(form, { kind: 'current_password_required' });
    const context = { email: user.email ?? '', siteName: site.name };
    const password = checkNewPassword(textOf(form, 'password'), context);
    if (password.isErr()) return showError(form, password.error);
    const nonce = codeOf(form, 'nonce');
    const changed = await change({
      password: password.value,
      ...(current && { current_password: current }),
      ...(nonce && { nonce }),
    });
    if (changed.isErr()) {
      const wrong = toFormError(changed.error);
      // The session has grown older since the page asked.
      if (wrong.kind === 'current_password_required') setChosen('current');
      if (wrong.kind !== 'reauthentication_needed') return showHere(form, wrong);
      setChosen('code');
      await askForCode(form);
      return;
    }
    setChosen(undefined);
    // Remounts the form, which resets the strength meter.
    setRound((before) => before + 1);
    toast({ system: 'form', tone: 'good', title: t('password.saved') });
    await look();
  });
  const errorHere = (name: Proof) =>
    error && proof === name && (name === 'code' ? codeErrors : currentErrors).has(error.kind)
      ? bare(error)
      : undefined;
  const isBeside = errorHere('code') ?? errorHere('current');
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
        {isBeside ? null : <ErrorNotice error={error} />}
        {proof === 'current' ? (
          <CurrentPassword
            error={errorHere('current')}
            isLocked={error?.kind === 'account_locked'}
            onInput={clear}
            onCode={async (form) => {
              clear();
              if (await askForCode(form)) setChosen('code');
            }}
          />
        ) : null}
        <PasswordField
          id="account-password"
          label={t('auth:field.newPassword')}
          error={errorOf('password')}
          isNew
          onInput={clear}
        />
        {proof === 'code' ? <NonceField error={errorHere('code')} /> : null}
        <p>
          <Button type="submit" icon="check" busy={isBusy} busyLabel={t('common:loading.busy')}>
            {t('password.action')}
          </Button>
        </p>
      </form>
    </AccountPanel>
  );
}

const currentErrors: ReadonlySet<string> = new Set([
  'current_password_required',
  'current_password_invalid',
]);
const codeErrors: ReadonlySet<string> = new Set(['reauthentication_not_valid']);

/** The field for the current password, and a way for who does not know it: a code, or a reset where codes are locked too. */
function CurrentPassword({
  error,
  isLocked,
  onInput,
  onCode,
}: {
  readonly error: string | undefined;
  readonly isLocked: boolean;
  onInput(): void;
  onCode(form: HTMLFormElement): Promise<void>;
}) {
  const { t } = useTranslation(['account', 'auth']);
  const button = useRef<HTMLButtonElement>(null);
  const { press } = usePress(async () => {
    const form = button.current?.form;
    if (form) await onCode(form);
  });
  return (
    <>
      <PasswordField
        id="account-current"
        name="current"
        label={t('password.current')}
        error={error}
        onInput={onInput}
      />
      <p>
        {isLocked ? (
          <a className="link" href="/auth?again">
            {t('auth:signIn.forgot')}
          </a>
        ) : (
          <button ref={button} className="link as-text" type="button" onClick={press}>
            {t('password.byCode')}
          </button>
        )}
      </p>
    </>
  );
}

/** The field for the mailed code, and a button that sends a new one. It takes the place of what asked for the code. */
function NonceField({ error }: { readonly error: string | undefined }) {
  const { t } = useTranslation('account');
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.querySelector('input')?.focus(), []);
  return (
    <div className="stack gap-4" ref={box}>
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
    </div>
  );
}
