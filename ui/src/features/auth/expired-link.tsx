import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ButtonLink, Notice } from '../../design/index.ts';
import { auth } from '../../session/compose.ts';
import { EmailForm } from './email-form.tsx';
import { MailSent } from './mail-sent.tsx';
import { RecoverForm } from './recover-form.tsx';

/** Shown for an expired link, with a way to request a new one. Source: docs/wire.md#14. */
export function ExpiredLink({
  type,
  wasPressed,
}: {
  readonly type: string;
  /** The visitor just pressed the button: the message takes the focus. */
  readonly wasPressed: boolean;
}) {
  const { t } = useTranslation('auth-confirm');
  const [sentTo, setSentTo] = useState<string>();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (wasPressed) box.current?.focus();
  }, [wasPressed]);
  const isRecovery = type === 'recovery';
  const isSignUp = type === 'signup';
  if (sentTo !== undefined) {
    return (
      <MailSent
        kind={isSignUp ? 'signup' : 'recover'}
        email={sentTo}
        onOther={() => setSentTo(undefined)}
      />
    );
  }
  return (
    <div className="stack gap-5">
      <Notice ref={box} tone="bad" icon="clock" alert focusable title={t('expired.title')}>
        {t('expired.text')}
      </Notice>
      <p>{t(`expired.${isRecovery ? 'recovery' : isSignUp ? 'signup' : 'other'}`)}</p>
      {isRecovery ? <RecoverForm email="" onSent={setSentTo} /> : null}
      {isSignUp ? <ResendForm onSent={setSentTo} /> : null}
      {isRecovery || isSignUp ? null : (
        <p>
          <ButtonLink href="/auth">{t('expired.signIn')}</ButtonLink>
        </p>
      )}
    </div>
  );
}

/** Requests the confirmation mail again; the response is the same for every address. Source: docs/wire.md#4.6. */
function ResendForm({ onSent }: { onSent(email: string): void }) {
  const { t } = useTranslation('auth-confirm');
  return (
    <EmailForm
      id="resend-email"
      action={t('expired.resend')}
      send={(to) => auth.resend('signup', to, location.origin)}
      onSent={onSent}
    />
  );
}
