import type { Page } from '@coachsite/adapters/contract';
import { useTranslation } from 'react-i18next';
import { Icon } from '../design/index.ts';

/** The link to the admin area; `document/admin-link.ts` writes how many messages wait, also before the app starts. */
function AdminLink() {
  const { t } = useTranslation('layout');
  return (
    <a
      className="member-link to-admin"
      href="/admin"
      aria-label={t('admin.tag')}
      data-waiting={t('member.waiting', { number: '#' })}
      suppressHydrationWarning
    >
      <Icon name="sliders" />
      <span>{t('admin.tag')}</span> <b suppressHydrationWarning>{''}</b>
    </a>
  );
}

/**
 * The links to the admin area (for admins, outside it), to the account and to sign out. They are in every header;
 * `html.signed-in` and `html.is-admin` show them, so that they never flash. Source: docs/contract.md#7.
 */
export function MemberLinks({ page }: { readonly page?: Page }) {
  const { t } = useTranslation('layout');
  return (
    <div className="member">
      {page ? <AdminLink /> : null}
      <a
        className="member-link"
        href="/account"
        aria-label={t('member.account')}
        aria-current={page?.id === 'account' ? 'page' : undefined}
      >
        <Icon name="user" />
        <span>{t('member.account')}</span>
      </a>{' '}
      <button className="member-link" type="button" aria-label={t('member.signOut')} data-sign-out>
        <Icon name="sign-out" />
        <span>{t('member.signOut')}</span>
      </button>
    </div>
  );
}
