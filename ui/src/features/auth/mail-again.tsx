import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../design/index.ts';
import { toFormError, useErrorTexts, usePress } from '../../forms/index.ts';
import type { auth } from '../../session/compose.ts';
import { toast } from '../notification/index.ts';

/** Sends a mail again and shows whether that worked. */
export function MailAgain({
  send,
  sent,
  onSent,
  children,
}: {
  readonly send: () => ReturnType<typeof auth.reauthenticate>;
  /** The text shown after success. */
  readonly sent: string;
  /** Called after success. */
  onSent?(): void;
  readonly children: ReactNode;
}) {
  const { t } = useTranslation('common');
  const { full } = useErrorTexts();
  const { isBusy, press } = usePress(async () => {
    const response = await send();
    toast(
      response.isOk()
        ? { system: 'form', tone: 'good', title: sent }
        : { system: 'form', tone: 'bad', title: full(toFormError(response.error)) },
    );
    if (response.isOk()) onSent?.();
  });
  return (
    <Button
      small
      look="line"
      icon="refresh"
      busy={isBusy}
      busyLabel={t('loading.busy')}
      onClick={press}
    >
      {children}
    </Button>
  );
}
