import { useTranslation } from 'react-i18next';
import { toast } from '../features/notification/index.ts';

/** The toasts of a program: the address is on the waiting list, the calendar opens. Source: docs/rules.md#8. */
export function useProgramToasts(): {
  readonly notified: () => void;
  readonly toCalendar: () => void;
} {
  const { t } = useTranslation('programs');
  return {
    notified: () =>
      toast({
        system: 'shop',
        tone: 'good',
        title: t('notify.toastTitle'),
        text: t('notify.toastText'),
      }),
    toCalendar: () =>
      toast({
        system: 'shop',
        tone: 'info',
        title: t('calendar.toastTitle'),
        text: t('calendar.toastText'),
      }),
  };
}
