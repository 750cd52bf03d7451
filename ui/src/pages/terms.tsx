import { useTranslation } from 'react-i18next';
import { Identity, LegalPage, Parts } from '../features/legal/index.ts';

/** The terms of use; nothing is sold here. Source: docs/law-and-search.md#B, docs/law-and-search.md#C6. */
export function TermsPage() {
  const { t } = useTranslation('terms');
  const sections = t('sections', { returnObjects: true });
  return (
    <LegalPage
      page="terms"
      title={t('title')}
      changed={t('changed')}
      contents={t('contents')}
      sections={sections}
    >
      <Parts sections={sections} blocks={{ identity: <Identity /> }} />
    </LegalPage>
  );
}
