import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  AppPanel,
  DataPanel,
  EmailPanel,
  GuidePanel,
  IdentitiesPanel,
  LanguagePanel,
  Overview,
  PasskeysPanel,
  PasswordPanel,
  PhonePanel,
  ProgramsPanel,
  SessionsPanel,
  useAccount,
} from '../features/account/index.ts';
import { useRuntimeConfig } from '../site/runtime-config.ts';

const parts = ['programs', 'guide', 'security'] as const;

const securityParts = [
  'overview',
  'email',
  'password',
  'passkeys',
  'identities',
  'app',
  'phone',
  'language',
  'sessions',
  'data',
] as const;

/**
 * Below the title, which the guard shows: what users have, and folded, what they can see and change about their account.
 * Source: docs/contract.md#5.
 */
export function AccountPage() {
  const { t } = useTranslation('account');
  const account = useAccount();
  // A link may name a part of it.
  const [showsSecurity, setShowsSecurity] = useState(() =>
    ['security', ...securityParts].includes(location.hash.slice(1)),
  );
  // The browser looked for it before it was there. In newer browsers scrolling returns a promise, which is no clean-up.
  useEffect(() => {
    document.getElementById(location.hash.slice(1))?.scrollIntoView();
  }, []);
  const { ebook } = useRuntimeConfig();
  return (
    <section className="ground g-sunk section-sm">
      <div className="wrap acc">
        <nav className="toc" aria-label={t('toc')}>
          <h2 className="label mb-2">{t('toc')}</h2>
          <ol>
            {parts
              .filter((id) => id !== 'guide' || ebook)
              .map((id) => (
                <li key={id}>
                  <a
                    href={`#${id}`}
                    {...(id === 'security' && { onClick: () => setShowsSecurity(true) })}
                  >
                    {t(`${id}.nav`)}{' '}
                  </a>
                </li>
              ))}
          </ol>
        </nav>
        <div className="stack gap-5">
          <ProgramsPanel />
          <GuidePanel />
          <details
            id="security"
            className="acc-fold"
            open={showsSecurity}
            onToggle={({ currentTarget }) => setShowsSecurity(currentTarget.open)}
          >
            <summary className="h-3">{t('security.title')}</summary>
            <p className="small">{t('security.text')}</p>
            <nav className="adm-nav" aria-label={t('security.title')}>
              {securityParts.map((id) => (
                <a key={id} href={`#${id}`}>
                  {t(`${id}.nav`)}
                </a>
              ))}
            </nav>
            <div className="stack gap-5">
              <Overview user={account.user} />
              <EmailPanel account={account} />
              <PasswordPanel account={account} />
              <PasskeysPanel account={account} />
              <IdentitiesPanel account={account} />
              <AppPanel account={account} />
              <PhonePanel account={account} />
              <LanguagePanel account={account} />
              <SessionsPanel account={account} />
              <DataPanel />
            </div>
          </details>
        </div>
      </div>
    </section>
  );
}
