import { useTranslation } from 'react-i18next';
import { Identification } from './identification.tsx';
import { SettingsItem } from './settings-item.tsx';

/** The footer of sign-in, account and admin: identification, legal links, cookie settings. */
export function SlimFooter() {
  const { t } = useTranslation('layout');
  return (
    <footer className="ground g-page foot-slim">
      <div className="wrap row between">
        <Identification />
        <ul className="note row foot-links">
          <li>
            <a href="/privacy">{t('footer.privacy')}</a>
          </li>
          <li>
            <a href="/cookies">{t('footer.cookies')}</a>
          </li>
          <li>
            <a href="/terms">{t('footer.terms')}</a>
          </li>
          <li>
            <a href="/accessibility">{t('footer.accessibility')}</a>
          </li>
          <SettingsItem />
        </ul>
      </div>
    </footer>
  );
}
