import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { RecoverForm } from './recover-form.tsx';

/** Replaces the sign-in form when the password was forgotten. */
export function RecoverStep({
  email,
  onSent,
  onBack,
}: {
  readonly email: string;
  onSent(email: string): void;
  onBack(): void;
}) {
  const { t } = useTranslation('auth');
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  return (
    <div className="stack gap-4">
      <h2 className="h-3" ref={title} tabIndex={-1}>
        {t('recover.title')}
      </h2>
      <p className="small">{t('recover.text')}</p>
      <RecoverForm email={email} onSent={onSent} />
      <p>
        <button className="link as-text" type="button" onClick={onBack}>
          {t('recover.back')}
        </button>
      </p>
    </div>
  );
}
