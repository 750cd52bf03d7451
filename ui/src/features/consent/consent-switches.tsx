import { useTranslation } from 'react-i18next';
import { Switch } from '../../design/index.ts';
import { useRuntimeConfig } from '../../site/runtime-config.ts';

/**
 * The texts of the banner that depend on the purposes this site really uses: without a Google Analytics id it counts no
 * visits, and says so. Source: docs/law-and-search.md#D3.
 */
export function useConsentTexts() {
  const { t } = useTranslation('consent');
  const { analyticsId } = useRuntimeConfig();
  return analyticsId
    ? { text: t('text'), analytics: t('purpose.analytics.text') }
    : { text: t('textNone'), analytics: t('purpose.analytics.textNone') };
}

/** A switch per purpose; the necessary one is locked. Source: docs/law-and-search.md#D4. */
export function ConsentSwitches() {
  const { t } = useTranslation('consent');
  const { analytics } = useConsentTexts();
  return (
    <>
      <Switch label={t('purpose.necessary.title')} text={t('purpose.necessary.text')} locked />
      {(['functional', 'analytics', 'marketing'] as const).map((purpose) => (
        <Switch
          key={purpose}
          label={t(`purpose.${purpose}.title`)}
          text={purpose === 'analytics' ? analytics : t(`purpose.${purpose}.text`)}
          name={purpose}
        />
      ))}
    </>
  );
}
