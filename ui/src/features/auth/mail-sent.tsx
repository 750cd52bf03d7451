import { useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Tally } from '../../design/index.ts';
import { auth } from '../../session/compose.ts';
import { MailCode } from './mail-code.tsx';
import { MailFoot } from './mail-foot.tsx';
import { resetUrl } from './recover-form.tsx';
import { useConfirmed } from './use-confirmed.ts';

/** Shown after a mail was sent: step one of two is done, the next is the link or code in the mailbox. */
export function MailSent({
  kind,
  email,
  target = '/',
  onOther,
}: {
  readonly kind: 'signup' | 'recover';
  readonly email: string;
  /** Where a confirmed sign-up leads. */
  readonly target?: string;
  onOther(): void;
}) {
  const { t } = useTranslation('auth');
  const goOn = useConfirmed();
  const type = kind === 'signup' ? 'signup' : 'recovery';
  const id = useId();
  const box = useRef<HTMLHeadingElement>(null);
  useEffect(() => box.current?.focus(), []);
  const send = () =>
    kind === 'signup'
      ? auth.resend('signup', email, location.origin)
      : auth.recover(email, resetUrl());
  return (
    <div className="stack gap-5">
      <div className="stack gap-5">
        <Tally ticks={[{ on: true, tall: 55 }, { tall: 100 }]} look="hot" />
        <h2 className="h-3" ref={box} tabIndex={-1} aria-describedby={`${id}-sent`}>
          {t(`mail.${kind}.title`)}
        </h2>
        <p className="anywhere" id={`${id}-sent`}>
          {t(`mail.${kind}.text`, { email })}
        </p>
      </div>
      <MailCode
        action={t('mail.action')}
        verify={(code) => auth.verifyCode(type, email, code)}
        onConfirmed={async (confirmed) => {
          if ('session' in confirmed) await goOn(confirmed.session, type, target);
        }}
      />
      <MailFoot send={send} onOther={onOther} />
    </div>
  );
}
