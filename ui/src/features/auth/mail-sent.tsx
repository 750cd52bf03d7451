import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, Tally } from '../../design/index.ts';
import { toFormError, useErrorTexts, usePress } from '../../forms/index.ts';
import { auth } from '../../session/compose.ts';
import { useRuntimeConfig } from '../../site/runtime-config.ts';
import { toast } from '../notification/index.ts';
import { MailCode } from './mail-code.tsx';
import { resetUrl } from './recover-form.tsx';
import { useConfirmed } from './use-confirmed.ts';

/** Counts down from the minimum interval between two mails, once a second. Source: docs/contract.md#2. */
function useSecondsLeft(): [number, () => void] {
  const { mailIntervalSeconds: intervalSeconds } = useRuntimeConfig().signIn;
  const [left, setLeft] = useState(intervalSeconds);
  const isOver = left === 0;
  useEffect(() => {
    if (isOver) return;
    const timer = setInterval(() => setLeft((seconds) => Math.max(0, seconds - 1)), 1000);
    return () => clearInterval(timer);
  }, [isOver]);
  return [left, () => setLeft(intervalSeconds)];
}

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
  const { t } = useTranslation(['auth', 'common']);
  const { full } = useErrorTexts();
  const goOn = useConfirmed();
  const type = kind === 'signup' ? 'signup' : 'recovery';
  const [left, restart] = useSecondsLeft();
  const box = useRef<HTMLHeadingElement>(null);
  useEffect(() => box.current?.focus(), []);
  const { isBusy, press } = usePress(async () => {
    const sent =
      kind === 'signup'
        ? await auth.resend('signup', email, location.origin)
        : await auth.recover(email, resetUrl());
    restart();
    toast(
      sent.isOk()
        ? { system: 'form', tone: 'good', title: t('mail.sent') }
        : { system: 'form', tone: 'bad', title: full(toFormError(sent.error)) },
    );
  });
  return (
    <div className="stack gap-5">
      <div className="stack gap-5" role="status">
        <Tally ticks={[{ on: true, tall: 55 }, { tall: 100 }]} look="hot" />
        <h2 className="h-3" ref={box} tabIndex={-1}>
          {t(`mail.${kind}.title`)}
        </h2>
        <p className="anywhere">{t(`mail.${kind}.text`, { email })}</p>
      </div>
      <MailCode
        action={t('mail.action')}
        verify={(code) => auth.verifyCode(type, email, code)}
        onConfirmed={async (confirmed) => {
          if ('session' in confirmed) await goOn(confirmed.session, type, target);
        }}
      />
      <p className="note">{t('ways.mail.lifetime')}</p>
      <p className="small">{t('mail.hint')}</p>
      <p className="row gap-3">
        <Button
          look="line"
          icon="refresh"
          busy={isBusy}
          busyLabel={t('common:loading.busy')}
          aria-disabled={left > 0}
          onClick={press}
        >
          {left > 0 ? t('mail.againIn', { count: left }) : t('mail.again')}
        </Button>
        <button className="link as-text" type="button" onClick={onOther}>
          {t('mail.other')}
        </button>
      </p>
    </div>
  );
}
