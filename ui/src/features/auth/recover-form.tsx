import { useTranslation } from 'react-i18next';
import { auth } from '../../session/compose.ts';
import { Captcha } from './captcha.tsx';
import { EmailForm } from './email-form.tsx';

/** The URL that a recovery mail leads to: the page that sets a new password. */
export const resetUrl = (): string => `${location.origin}/auth/reset`;

/** Requests a recovery mail; the response is the same for every address. Source: docs/security.md#LK-9. */
export function RecoverForm({
  email,
  onSent,
}: {
  readonly email: string;
  onSent(email: string): void;
}) {
  const { t } = useTranslation('auth');
  return (
    <EmailForm
      id="recover-email"
      email={email}
      action={t('recover.action')}
      send={(to) => auth.recover(to, resetUrl())}
      onSent={onSent}
    >
      <Captcha />
    </EmailForm>
  );
}
