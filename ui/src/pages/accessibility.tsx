import { useTranslation } from 'react-i18next';
import { LegalPage, Parts } from '../features/legal/index.ts';

/** How accessible the site is, what does not work yet, and how to report it. Source: docs/law-and-search.md#E12. */
export function AccessibilityPage() {
  const { t } = useTranslation('accessibility');
  const sections = t('sections', { returnObjects: true });
  return (
    <LegalPage
      page="accessibility"
      title={t('title')}
      changed={t('changed')}
      contents={t('contents')}
      sections={sections}
    >
      <Parts sections={sections} />
    </LegalPage>
  );
}
