import type { ApiError } from '@coachsite/adapters/browser';
import type { Result } from 'neverthrow';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../design/index.ts';
import { toFormError, useErrorTexts, usePress } from '../../forms/index.ts';
import { useRuntimeConfig } from '../../site/runtime-config.ts';
import { toast } from '../notification/index.ts';
import { Captcha } from './captcha.tsx';

/**
 * The seconds until the minimum interval between two mails has passed. They are read from the clock, as a phone stops the
 * timers of a page while its mail is read. Source: docs/contract.md#2.
 */
function useSecondsLeft(): [number, () => void] {
  const intervalMs = useRuntimeConfig().signIn.mailIntervalSeconds * 1000;
  const [endsAt, setEndsAt] = useState(() => Date.now() + intervalMs);
  const [now, setNow] = useState(() => Date.now());
  const left = Math.max(0, Math.ceil((endsAt - now) / 1000));
  const isOver = left === 0;
  useEffect(() => {
    if (isOver) return;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [isOver]);
  const restart = () => {
    setNow(Date.now());
    setEndsAt(Date.now() + intervalMs);
  };
  return [left, restart];
}

/** What stands below the code of a mail that was sent: how long it is valid, where to look for it, and other ways. */
export function MailFoot({
  send,
  onOther,
}: {
  /** Sends the mail again. */
  readonly send: () => Promise<Result<unknown, ApiError>>;
  /** Asks for another address. */
  onOther(): void;
}) {
  const { t } = useTranslation(['auth', 'common']);
  const { full } = useErrorTexts();
  const [left, restart] = useSecondsLeft();
  const { isBusy, press } = usePress(async () => {
    const sent = await send();
    // After another error no mail has left, and there is nothing to wait for.
    if (sent.isOk() || sent.error.kind === 'over_email_send_rate_limit') restart();
    toast(
      sent.isOk()
        ? { system: 'form', tone: 'good', title: t('mail.sent') }
        : { system: 'form', tone: 'bad', title: full(toFormError(sent.error)) },
    );
  });
  return (
    <>
      <p className="note">{t('ways.mail.lifetime')}</p>
      <p className="small">{t('mail.hint')}</p>
      <Captcha />
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
        </Button>{' '}
        <button className="link as-text" type="button" onClick={onOther}>
          {t('mail.other')}
        </button>
      </p>
    </>
  );
}
