import type { i18n as I18n } from 'i18next';
import { Button, StretchTitle, TextLink } from '../design/index.ts';

/** Second error screen: the application itself failed. It needs texts only. */
export function AppError({ i18n, retry }: { readonly i18n: I18n; readonly retry: () => void }) {
  const t = i18n.getFixedT(null, 'common');
  return (
    <main className="err-screen err-full ground g-pine">
      <title>{t('error.block.title')}</title>
      <div className="wrap stack gap-4" role="alert">
        <StretchTitle lines={t('error.second.title', { returnObjects: true })} />
        <p>{t('error.second.text')}</p>
        <p className="row">
          <Button icon="refresh" onClick={() => location.reload()}>
            {t('error.second.refresh')}
          </Button>{' '}
          <Button look="line" onClick={retry}>
            {t('error.second.retry')}
          </Button>
        </p>
        <p>
          <TextLink href="/" lead="home" data-document>
            {t('error.second.home')}
          </TextLink>
        </p>
      </div>
    </main>
  );
}
