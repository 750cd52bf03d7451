import type { CoachingSlug } from '@coachsite/core/catalogue';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { classes, FigureLane, type FigureName, StretchTitle, Words } from '../../design/index.ts';
import { titleLines } from '../../i18n/title-lines.ts';
import { coachingGrounds } from '../../site/coaching-grounds.ts';

const figures: Readonly<Record<CoachingSlug, FigureName>> = {
  '1-on-1': 'five',
  'nutrition-plan': 'bowl',
  'workout-plan': 'press',
  'online-consultation': 'call',
};

/** Breadcrumbs, title, figure and three short texts of one service. */
export function CoachingHero({
  slug,
  children,
}: {
  readonly slug: CoachingSlug;
  /** What stands below the lead: the next step, and what it costs. */
  readonly children: ReactNode;
}) {
  const { t } = useTranslation(['coaching', 'offers']);
  return (
    <section className={classes('phead ground pb-8', `g-${coachingGrounds[slug]}`)}>
      <div className="wrap">
        <nav className="crumbs mb-4" aria-label={t('crumbs')}>
          <a href="/services">{t('parent')}</a> <span aria-hidden="true">/</span>{' '}
          <span aria-current="page">{t(`offers:services.${slug}.name`)}</span>
        </nav>
        <div className="chero">
          <div>
            <StretchTitle
              lines={titleLines(t(`programs.${slug}.title`, { returnObjects: true }))}
            />
            <p className="lead">
              <Words text={t(`programs.${slug}.lead`)} />
            </p>
            <div className="stack gap-3 mt-5">{children}</div>
          </div>
          <FigureLane figure={figures[slug]} />
        </div>
        <ul className="three">
          {t(`programs.${slug}.facts`, { returnObjects: true }).map((point) => (
            <li key={point.title}>
              <h2 className="h-3">{point.title}</h2>
              <p className="small">{point.text}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
