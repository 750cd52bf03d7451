import { useTranslation } from 'react-i18next';
import { Button } from '../../design/index.ts';
import { usePress } from '../../forms/index.ts';
import { useRuntimeConfig } from '../../site/runtime-config.ts';
import { useSeconds } from './seconds-left.tsx';

/** Sends the code again, once the minimum interval has passed. `sentAt` in Unix seconds. Source: docs/contract.md#2. */
export function ResendButton({
  sentAt,
  isSending = false,
  onPress,
}: {
  readonly sentAt: number | undefined;
  /** Whether something else is sending a code. */
  readonly isSending?: boolean;
  onPress(): Promise<void>;
}) {
  const { t } = useTranslation(['mfa', 'common']);
  const { smsIntervalSeconds } = useRuntimeConfig().signIn;
  const now = useSeconds();
  const { isBusy, press } = usePress(onPress);
  const left = sentAt === undefined || now === undefined ? 0 : sentAt + smsIntervalSeconds - now;
  return (
    <Button
      look="line"
      small
      icon="refresh"
      busy={isBusy || isSending}
      busyLabel={t('common:loading.busy')}
      aria-disabled={left > 0}
      onClick={press}
    >
      {left > 0
        ? t('sms.againIn', { count: left })
        : t(sentAt === undefined ? 'sms.send' : 'sms.again')}
    </Button>
  );
}
