import { useTranslation } from 'react-i18next';
import { ButtonLink, Spinner } from '../design/index.ts';

/** Shown while it is unknown whether the visitor is signed in. */
export function GuardSpinner() {
  const { t } = useTranslation('common');
  return (
    <div className="spinner-screen">
      <Spinner text={t('loading.guard')} />
    </div>
  );
}

/** Shown to a user who is not an admin, before the home page opens. */
export function AccessDenied() {
  const { t } = useTranslation('common');
  return (
    <section className="err-screen denied ground g-page" role="alert">
      <div className="wrap stack gap-4">
        <h1 className="h-1" tabIndex={-1}>
          {t('denied.title')}
        </h1>
        <p className="lead measure">{t('denied.text')}</p>
        <p className="small">{t('denied.next')}</p>
        <p>
          <ButtonLink href="/">{t('denied.home')}</ButtonLink>
        </p>
      </div>
    </section>
  );
}
