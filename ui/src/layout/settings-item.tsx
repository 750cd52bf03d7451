import { useTranslation } from 'react-i18next';

/** The item of a footer's links that opens the cookie settings. */
export function SettingsItem() {
  const { t } = useTranslation('layout');
  return (
    <li className="needs-js">
      <button type="button" data-consent-settings>
        {t('footer.settings')}
      </button>
    </li>
  );
}
