import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { MinuteDial, StretchTitle, TextLink } from '../../design/index.ts';
import { titleLines } from '../../i18n/title-lines.ts';
import { useRuntimeConfig } from '../../site/runtime-config.ts';

/** The first screen of the home page: thirty of sixty ticks lit for the thirty minutes of the free call. */
export function Hero({ action }: { readonly action: ReactNode }) {
  const { t } = useTranslation('home');
  const { ebook } = useRuntimeConfig();
  return (
    <section className="hero ground g-tartan">
      <div className="wrap hero-in">
        <StretchTitle look="hero" lines={titleLines(t('hero.title', { returnObjects: true }))} />
        <div className="dialbox">
          <MinuteDial />
        </div>
        <div className="hero-foot">
          <p className="lead">{t('hero.lead')}</p>
          <div className="acts">
            {action}
            <p className="small">{t('hero.note')}</p>
            {ebook ? (
              <TextLink href="/guide" lead="download">
                {t('hero.guide')}
              </TextLink>
            ) : null}
          </div>
        </div>
      </div>
    </section>
  );
}
