import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Notice, TextLink } from '../../design/index.ts';
import { keeper } from '../../session/compose.ts';

/** The e-mail address of the current user, if any; known in the browser only. */
function useSignedInEmail(): string | undefined {
  const [email, setEmail] = useState<string>();
  useEffect(() => setEmail(keeper.current()?.user.email || undefined), []);
  return email;
}

/** Explains why the visitor is here: to reach a protected page, or although already signed in. */
export function ContinueNotice({ target }: { readonly target: string | undefined }) {
  const { t } = useTranslation('auth');
  const email = useSignedInEmail();
  if (email !== undefined) {
    return (
      <Notice
        tone="info"
        icon="key"
        title={<span className="anywhere">{t('signIn.already.title', { email })}</span>}
        actions={
          <TextLink href={target ?? '/account'} icon="arrow">
            {t('signIn.already.action')}
          </TextLink>
        }
      />
    );
  }
  if (target === undefined || target === '/') return null;
  return (
    <Notice tone="info" icon="shield" title={t('signIn.continue.title')}>
      {t('signIn.continue.text')}
    </Notice>
  );
}
