import type { ErrorComponentProps } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Button, Dial, StretchTitle, TextLink } from '../design/index.ts';
import { useErrorReport } from './use-error-report.ts';

/** First error screen: a page could not be shown. The frame around it still works. */
export function RouteError({ error, info }: ErrorComponentProps) {
  const { t } = useTranslation('common');
  useErrorReport(error, info?.componentStack);
  return (
    <section className="err-screen ground g-tartan" role="alert">
      <div className="wrap phead-grid">
        <div className="stack gap-4">
          <StretchTitle lines={t('error.first.title', { returnObjects: true })} />
          <p>{t('error.first.text')}</p>
          <p className="row">
            <Button icon="refresh" onClick={() => location.reload()}>
              {t('error.first.reload')}
            </Button>{' '}
            <TextLink href="/" lead="home">
              {t('error.first.home')}
            </TextLink>
          </p>
        </div>
        <Dial lit={0} />
      </div>
    </section>
  );
}
