import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, type IconName } from '../design/index.ts';
import { usePress } from './use-submit.ts';

/** The small button beside a text, such as a row of a list; it is busy until `onPress` is done. */
export function ActionButton({
  icon,
  label,
  onPress,
  children,
}: {
  readonly icon: IconName;
  /** The accessible name, where the visible text repeats in other rows. */
  readonly label?: string;
  readonly onPress: () => Promise<void>;
  readonly children: ReactNode;
}) {
  const { t } = useTranslation('common');
  const { isBusy, press } = usePress(onPress);
  return (
    <Button
      small
      look="line"
      icon={icon}
      busy={isBusy}
      busyLabel={t('loading.busy')}
      aria-label={label}
      onClick={press}
    >
      {children}
    </Button>
  );
}
