import { useTranslation } from 'react-i18next';
import { Icon, Tag } from '../design/index.ts';
import { LanguageSwitch } from '../features/language/index.ts';
import { Brand } from './brand.tsx';
import { MemberLinks } from './member-links.tsx';

/** The header of the admin area: name, tag, link to the website, account, language. */
export function AdminHeader() {
  const { t } = useTranslation('layout');
  return (
    <header className="head g-page adm-head-rule">
      <div className="wrap head-in adm-top">
        <Brand /> <Tag look="butter">{t('admin.tag')}</Tag>{' '}
        <a className="link to-site" href="/">
          <Icon name="globe" />
          <b>{t('admin.site')}</b>
        </a>
        <MemberLinks />
        <div className="lang-keep">
          <LanguageSwitch />
        </div>
      </div>
    </header>
  );
}
