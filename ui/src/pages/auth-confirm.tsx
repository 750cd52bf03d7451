import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Spinner } from '../design/index.ts';
import { AuthSide, ConfirmLink, ExpiredLink } from '../features/auth/index.ts';
import { useArrival } from '../site/use-arrival.ts';

/**
 * Where mailed links land: one click confirms, an old link leads to a new one. Source: docs/contract.md#4,
 * docs/contract.md#5.
 */
export function AuthConfirmPage() {
  const { t } = useTranslation('auth-confirm');
  const arrival = useArrival('secret');
  const [isExpired, setExpired] = useState(false);
  const token = arrival?.get('token_hash') ?? arrival?.get('token');
  const type = arrival?.get('type') ?? '';

  function content() {
    if (!arrival) return <Spinner text={t('loading')} />;
    if (!token || isExpired) return <ExpiredLink type={type} wasPressed={isExpired} />;
    const link = {
      token,
      type,
      redirectTo: arrival.get('redirect_to') ?? '/',
      isOwn: arrival.get('transport') === 'cookie',
    };
    return <ConfirmLink link={link} onExpired={() => setExpired(true)} />;
  }

  return (
    <div className="auth">
      <AuthSide lines={t('title', { returnObjects: true })} />
      <div className="auth-main ground g-page">
        <div className="auth-form">{content()}</div>
      </div>
    </div>
  );
}
