import { Spinner } from '../design/index.ts';
import { useTranslation } from '../i18n/use-translation.ts';

/** Shown while a page is on its way. Source: specification §2. */
export function PageSpinner() {
  const { t } = useTranslation('common');
  return (
    <div className="spinner-screen">
      <Spinner text={t('loading.page')} />
    </div>
  );
}
