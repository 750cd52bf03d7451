import { useTranslation } from 'react-i18next';
import { Notice } from '../../design/index.ts';

/** Whether and how testimonials are checked, and that results differ. Source: legal reference C1, C2, C5. */
export function SampleNotice() {
  const { t } = useTranslation('testimonials');
  return (
    <Notice title={t('notice.title')}>
      {t('notice.checked')} {t('notice.results')}
    </Notice>
  );
}
