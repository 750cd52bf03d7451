import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Spinner } from '../design/index.ts';
import { AuthLayout, ConfirmLink, ExpiredLink } from '../features/auth/index.ts';
import { useInitialParameters } from '../site/use-initial-parameters.ts';

/**
 * The page that mailed links open: one click confirms; an expired link offers a new one.
 * Source: docs/contract.md#4, docs/contract.md#5.
 */
export function AuthConfirmPage() {
  const { t } = useTranslation('auth-confirm');
  const parameters = useInitialParameters('secret');
  const [isExpired, setExpired] = useState(false);
  const token = parameters?.get('token_hash') ?? parameters?.get('token');
  const type = parameters?.get('type') ?? '';
  const isDead = isExpired || (parameters !== undefined && !token);

  function content() {
    if (!parameters) return <Spinner text={t('loading')} />;
    if (!token || isExpired) return <ExpiredLink type={type} wasPressed={isExpired} />;
    const link = {
      token,
      type,
      redirectTo: parameters.get('redirect_to') ?? '/',
      isOwn: parameters.get('transport') === 'cookie',
    };
    return <ConfirmLink link={link} onExpired={() => setExpired(true)} />;
  }

  return (
    <AuthLayout lines={t(isDead ? 'expired.lines' : 'title', { returnObjects: true })}>
      {content()}
    </AuthLayout>
  );
}
