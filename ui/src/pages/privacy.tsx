import { useTranslation } from 'react-i18next';
import { Identity, LegalPage, Parts, Processors, Retention } from '../features/legal/index.ts';

/**
 * The privacy policy: what the site keeps, why, for how long, and the rights of visitors.
 * Source: docs/law-and-search.md#contact-form, docs/law-and-search.md#notify-me, docs/law-and-search.md#accounts.
 */
export function PrivacyPage() {
  const { t } = useTranslation('privacy');
  const sections = t('sections', { returnObjects: true });
  return (
    <LegalPage
      page="privacy"
      title={t('title')}
      changed={t('changed')}
      contents={t('contents')}
      sections={sections}
    >
      <Parts
        sections={sections}
        blocks={{
          identity: <Identity />,
          processors: <Processors />,
          retention: <Retention />,
        }}
      />
    </LegalPage>
  );
}
