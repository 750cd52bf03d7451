import { useTranslation } from 'react-i18next';
import { Spinner } from '../design/index.ts';

/** Shown while a page is on its way. Source: docs/rules.md#2. */
export function PageSpinner() {
  const { t } = useTranslation('common');
  return (
    <div className="spinner-screen">
      <Spinner text={t('loading.page')} />
    </div>
  );
}
