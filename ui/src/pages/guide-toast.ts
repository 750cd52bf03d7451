import { useTranslation } from 'react-i18next';
import { toast } from '../features/notification/index.ts';

/** Announces that a download has begun, for 4 seconds like all toasts of shop and guide. Source: docs/rules.md#8. */
export function useGuideToast(): (phone: boolean) => void {
  const { t } = useTranslation('offers');
  return (phone) =>
    toast({
      system: 'shop',
      tone: 'good',
      title: t('guide.started.title'),
      text: t(phone ? 'guide.started.phone' : 'guide.started.text'),
    });
}
