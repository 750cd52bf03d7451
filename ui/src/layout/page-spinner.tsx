import { useTranslation } from 'react-i18next';
import { Spinner } from '../design/index.ts';

/** Shown while a page is loading. */
export function PageSpinner() {
  const { t } = useTranslation('common');
  return (
    <div className="spinner-screen">
      <Spinner text={t('loading.page')} />
    </div>
  );
}
