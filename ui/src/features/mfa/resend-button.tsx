import { useTranslation } from 'react-i18next';
import { Button } from '../../design/index.ts';
import { usePress } from '../../forms/index.ts';
import { useSeconds } from './seconds-left.tsx';

/** Minimum interval between two text messages, in seconds. Source: docs/contract.md#2. */
const intervalSeconds = 60;

/** Sends the code again, once the interval has passed. `sentAt` in Unix seconds. */
export function ResendButton({
  sentAt,
  onPress,
}: {
  readonly sentAt: number | undefined;
  onPress(): Promise<void>;
}) {
  const { t } = useTranslation(['mfa', 'common']);
  const now = useSeconds();
  const { isBusy, press } = usePress(onPress);
  const left = sentAt === undefined || now === undefined ? 0 : sentAt + intervalSeconds - now;
  return (
    <Button
      look="line"
      small
      icon="refresh"
      busy={isBusy}
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
