import { useTranslation } from 'react-i18next';
import { Button } from '../../design/index.ts';
import { useRuntimeConfig } from '../../site/runtime-config.ts';
import { ConsentNumber } from './consent-number.tsx';
import { ConsentSwitches, useConsentTexts } from './consent-switches.tsx';

/**
 * The cookie banner: in the page from the start, shown while `html.consent-open` is set. Three buttons that look the
 * same; `html.consent-customize` opens the panel. The behaviour is in `document/consent.ts`. Source:
 * docs/law-and-search.md#cookies.
 */
export function ConsentBanner() {
  const { t } = useTranslation('consent');
  const { analyticsId } = useRuntimeConfig();
  const texts = useConsentTexts();
  return (
    <section
      className="cookie dock is-cookie g-page"
      aria-labelledby="consent-title"
      data-consent
      data-dock
      data-analytics={analyticsId ?? ''}
      data-saved={t('saved')}
    >
      <div className="cookie-main">
        <div className="stack gap-tight">
          <h2 className="h-3" id="consent-title" tabIndex={-1}>
            {t('title')}
          </h2>
          <p className="small">
            {texts.text} <a href="/cookies">{t('policy')}</a>
          </p>
        </div>
        <div className="acts row">
          <Button look="line" small data-consent-necessary data-drop="consent-open">
            {t('necessaryOnly')}
          </Button>{' '}
          <Button
            look="line"
            small
            aria-expanded={false}
            aria-controls="consent-panel"
            data-consent-customize
            suppressHydrationWarning
          >
            {t('customize')}
          </Button>{' '}
          <Button look="line" small data-consent-all data-drop="consent-open">
            {t('acceptAll')}
          </Button>
        </div>
      </div>
      <div className="cookie-panel" id="consent-panel">
        <ConsentSwitches />
        <div className="row between cookie-save">
          <Button small icon="check" data-consent-save>
            {t('save')}
          </Button>
          <ConsentNumber />
        </div>
      </div>
    </section>
  );
}
