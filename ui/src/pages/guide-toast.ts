import { useTranslation } from 'react-i18next';
import { toast } from '../features/notification/index.ts';

/** Says that a download has begun, for the 4 seconds of the shop's and the guide's toasts. Source: docs/rules.md#8. */
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
