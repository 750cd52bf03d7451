import type { Confirmed } from '@coachsite/adapters/browser';
import { checkEmail } from '@coachsite/core/account';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, Notice, RichText, Tag } from '../../design/index.ts';
import {
  EmailField,
  ErrorNotice,
  focusField,
  textOf,
  toFormError,
  useSubmit,
} from '../../forms/index.ts';
import { auth } from '../../session/compose.ts';
import { MailAgain, MailCode, useConfirmed, useFormError } from '../auth/index.ts';
import { toast } from '../notification/index.ts';
import { SignInAgain } from '../passkey/index.ts';
import { AccountPanel } from './account-panel.tsx';
import type { Account } from './use-account.ts';

/**
 * The e-mail address of the account; a new one takes effect once both mailboxes have confirmed it.
 * Source: docs/security.md#LN-8.
 */
export function EmailPanel({ account }: { readonly account: Account }) {
  const { user, change } = account;
  const { t } = useTranslation(['account', 'common']);
  const { error, clear, showError, errorOf } = useFormError();
  const [isSame, setSame] = useState(false);
  const forget = () => {
    clear();
    setSame(false);
  };
  const { isBusy, submit } = useSubmit(async (form) => {
    forget();
    const checked = checkEmail(textOf(form, 'email'));
    if (checked.isErr()) return showError(form, checked.error);
    if (checked.value === user.email) {
      setSame(true);
      return focusField(form, 'email');
    }
    const changed = await change({ email: checked.value });
    if (changed.isErr()) return showError(form, toFormError(changed.error));
    form.reset();
    toast({ system: 'form', tone: 'good', title: t('email.sent') });
  });
  return (
    <AccountPanel
      id="email"
      title={t('email.title')}
      tag={
        user.email_confirmed_at ? (
          <Tag look="ok" icon="check">
            {t('email.confirmed')}
          </Tag>
        ) : null
      }
    >
      <p className="small anywhere">
        <RichText text={t('email.text', { email: user.email ?? '' })} />
      </p>
      <form className="stack gap-4 mw-34" method="dialog" noValidate data-app onSubmit={submit}>
        {error?.kind === 'reauthentication_needed' ? (
          <SignInAgain panel="email" />
        ) : (
          <ErrorNotice error={error} />
        )}
        <EmailField
          id="account-email"
          label={t('email.field')}
          error={isSame ? t('email.same') : errorOf('email')}
          autoComplete="email"
          onInput={forget}
        />
        <p>
          <Button type="submit" icon="mail" busy={isBusy} busyLabel={t('common:loading.busy')}>
            {t('email.action')}
          </Button>
        </p>
      </form>
      {user.new_email ? <PendingEmail account={account} wanted={user.new_email} /> : null}
    </AccountPanel>
  );
}

/** An e-mail change that awaits its two confirmations, by the links or codes of the two mails. */
function PendingEmail({
  account: { user, reload },
  wanted,
}: {
  readonly account: Account;
  readonly wanted: string;
}) {
  const { t } = useTranslation('account');
  const goOn = useConfirmed();
  // An address that was never confirmed receives no mail. Source: docs/wire.md#4.9.
  const current = user.email_confirmed_at ? (user.email ?? '') : '';
  const addresses = current ? [wanted, current] : [wanted];
  const onConfirmed = async (confirmed: Confirmed) => {
    if ('half' in confirmed) {
      toast({ system: 'form', tone: 'good', title: t('email.pending.half') });
      return;
    }
    await goOn(confirmed.session, 'email_change', '/account');
    await reload();
  };
  return (
    <>
      <Notice
        tone="info"
        icon="mail"
        title={t('email.pending.title')}
        actions={
          <MailAgain
            send={() => auth.resend('email_change', user.email ?? '', location.origin)}
            sent={t('email.pending.sent')}
          >
            {t('email.pending.again')}
          </MailAgain>
        }
      >
        <span className="anywhere">
          {t(current ? 'email.pending.text' : 'email.pending.textOne', { email: wanted })}
        </span>
      </Notice>
      {addresses.map((address, index) => (
        <MailCode
          key={address}
          id={`mail-code-${index}`}
          label={t('email.pending.codeOf', { email: address })}
          look="line"
          action={t('email.pending.action')}
          verify={(code) => auth.verifyCode('email_change', address, code)}
          onConfirmed={onConfirmed}
        />
      ))}
    </>
  );
}
