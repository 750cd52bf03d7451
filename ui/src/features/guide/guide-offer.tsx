import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { GuideCover, Lines, Words } from '../../design/index.ts';
import { titleLines } from '../../i18n/title-lines.ts';
import { useSite } from '../../site/site.ts';
import { GuideActions } from './guide-actions.tsx';

/** The guide as an offer on another page: cover, promise and both actions. */
export function GuideOffer({
  title,
  lead,
  onStarted,
  next,
}: {
  readonly title: readonly string[];
  readonly lead: string;
  readonly onStarted: (phone: boolean) => void;
  readonly next: ReactNode;
}) {
  const { t, i18n } = useTranslation('offers');
  const site = useSite();
  return (
    <section className="section ground g-butter" aria-labelledby="guide">
      <div className="wrap split items-center">
        <GuideCover
          lines={titleLines(t('guide.cover.lines', { returnObjects: true }))}
          brand={site.name}
          label={t('guide.cover.label')}
        />
        <div className="stack gap-5">
          <h2 className="h-1" id="guide">
            <Lines lines={title} />
          </h2>
          <p className="lead measure">
            <Words text={lead} />
          </p>
          <GuideActions onStarted={onStarted} next={next}>
            {i18n.language === 'en' ? <p className="note">{t('guide.dutchOnly.text')}</p> : null}
          </GuideActions>
        </div>
      </div>
    </section>
  );
}
