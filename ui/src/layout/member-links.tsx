import { useTranslation } from 'react-i18next';
import { Icon } from '../design/index.ts';

/**
 * Account and sign out, in every header; shown by `html.signed-in`, so that they never flash.
 * Source: docs/contract.md#7.
 */
export function MemberLinks() {
  const { t } = useTranslation('layout');
  return (
    <div className="member">
      <a className="member-link" href="/account" aria-label={t('member.account')}>
        <Icon name="user" />
        <span>{t('member.account')}</span>
      </a>
      <button className="member-link" type="button" aria-label={t('member.signOut')} data-sign-out>
        <Icon name="sign-out" />
        <span>{t('member.signOut')}</span>
      </button>
    </div>
  );
}
