import type { Confirmed } from '@coachsite/adapters/browser';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { auth, keeper } from '../../session/compose.ts';
import { Captcha } from './captcha.tsx';
import { EmailForm } from './email-form.tsx';
import { MailCode } from './mail-code.tsx';
import { MailFoot } from './mail-foot.tsx';
import { returnUrl } from './provider-flow.ts';
import { attempts } from './sign-in-ports.ts';

/** Signs in without a password, by the link or the code of one mail. Source: docs/wire.md#4.3, docs/wire.md#4.4. */
export function MailWay({
  email,
  target,
  onSignedIn,
}: {
  readonly email: string;
  readonly target: string | undefined;
  onSignedIn(): void;
}) {
  const [sentTo, setSentTo] = useState<string>();
  return sentTo === undefined ? (
    <MailForm email={email} target={target} onSent={setSentTo} />
  ) : (
    <CodeForm
      email={sentTo}
      target={target}
      onSignedIn={onSignedIn}
      onOther={() => setSentTo(undefined)}
    />
  );
}

/** Where the link of the mail leads. */
function linkTarget(target = '/'): string {
  return target.startsWith('/') ? location.origin + target : returnUrl(undefined);
}

function MailForm({
  email,
  target,
  onSent,
}: {
  readonly email: string;
  readonly target: string | undefined;
  onSent(email: string): void;
}) {
  const { t } = useTranslation('auth');
  return (
    <EmailForm
      id="mail-email"
      email={email}
      heading={
        <>
          <h2 className="h-3" tabIndex={-1}>
            {t('ways.mail.title')}
          </h2>
          <p className="small">{t('ways.mail.text')}</p>
        </>
      }
      action={t('ways.mail.action')}
      note={<p className="note">{t('ways.mail.lifetime')}</p>}
      send={(to) => auth.sendOtp(to, linkTarget(target))}
      onSent={onSent}
    >
      <Captcha />
    </EmailForm>
  );
}

function CodeForm({
  email,
  target,
  onSignedIn,
  onOther,
}: {
  readonly email: string;
  readonly target: string | undefined;
  onSignedIn(): void;
  onOther(): void;
}) {
  const { t } = useTranslation('auth');
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  const enter = (confirmed: Confirmed) => {
    if ('half' in confirmed) return;
    attempts.clear(email);
    keeper.adopt(confirmed.session, 'signed_in');
    void auth.log('auth_success');
    onSignedIn();
  };
  return (
    <div className="stack gap-4">
      <h2 className="h-3" ref={title} tabIndex={-1}>
        {t('ways.code.title')}
      </h2>
      <p className="small anywhere">{t('ways.code.text', { email })}</p>
      <MailCode
        action={t('signIn.action')}
        verify={(code) => auth.verifyCode('email', email, code)}
        onConfirmed={enter}
      />
      <MailFoot send={() => auth.sendOtp(email, linkTarget(target))} onOther={onOther} />
    </div>
  );
}
