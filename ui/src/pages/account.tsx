import { useTranslation } from 'react-i18next';
import { PageHead } from '../design/index.ts';
import {
  AppPanel,
  DataPanel,
  EmailPanel,
  IdentitiesPanel,
  LanguagePanel,
  Overview,
  PasswordPanel,
  PhonePanel,
  SessionsPanel,
  useAccount,
} from '../features/account/index.ts';

const parts = [
  'overview',
  'email',
  'password',
  'identities',
  'app',
  'phone',
  'language',
  'sessions',
  'data',
] as const;

/** What users can see and change about their own account. Source: docs/contract.md#5. */
export function AccountPage() {
  const { t } = useTranslation('account');
  const account = useAccount();
  return (
    <>
      <PageHead lines={t('title', { returnObjects: true })} />
      <section className="ground g-sunk section-sm">
        <div className="wrap acc">
          <nav className="toc" aria-label={t('toc')}>
            <h2 className="label mb-2">{t('toc')}</h2>
            <ol>
              {parts.map((id) => (
                <li key={id}>
                  <a href={`#${id}`}>{t(`${id}.nav`)}</a>
                </li>
              ))}
            </ol>
          </nav>
          <div className="stack gap-5">
            <Overview user={account.user} />
            <EmailPanel account={account} />
            <PasswordPanel account={account} />
            <IdentitiesPanel account={account} />
            <AppPanel account={account} />
            <PhonePanel account={account} />
            <LanguagePanel account={account} />
            <SessionsPanel />
            <DataPanel />
          </div>
        </div>
      </section>
    </>
  );
}
