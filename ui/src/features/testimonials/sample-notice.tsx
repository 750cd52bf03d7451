import { Notice } from '../../design/index.ts';
import { useTranslation } from '../../i18n/use-translation.ts';

/** Whether and how testimonials are checked, and that results differ. Source: legal reference C1, C2, C5. */
export function SampleNotice() {
  const { t } = useTranslation('offers');
  return (
    <Notice title={t('testimonials.notice.title')}>
      {t('testimonials.notice.checked')} {t('testimonials.notice.results')}
    </Notice>
  );
}
