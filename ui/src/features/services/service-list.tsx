import { type CoachingSlug, coachingSlugs } from '@coachsite/core/catalogue';
import { useTranslation } from 'react-i18next';
import { type FigureName, Icon, Plate, Words } from '../../design/index.ts';

const plates: Readonly<
  Record<CoachingSlug, { figure: FigureName; tone: 'butter' | 'tartan' | 'sky' | 'pine' }>
> = {
  '1-on-1': { figure: 'runner', tone: 'tartan' },
  'nutrition-plan': { figure: 'bowl', tone: 'butter' },
  'workout-plan': { figure: 'press', tone: 'sky' },
  'online-consultation': { figure: 'call', tone: 'pine' },
};

/** The four services as ruled rows that lead to their pages. Source: docs/rules.md#1. */
export function ServiceList() {
  const { t } = useTranslation('offers');
  return (
    <ul className="serv">
      {coachingSlugs.map((slug) => (
        <li key={slug}>
          <a href={`/coaching/${slug}`}>
            <Plate {...plates[slug]} distant />
            <span className="txt">
              <span className="h-3">
                <Words text={t(`services.${slug}.name`)} />
              </span>
              <span className="small">
                {t(`services.${slug}.text`)}
                <br />
                <b className="strong fg">{t(`services.${slug}.fact`)}</b>
              </span>
            </span>
            <span className="go">
              <Icon name="arrow" />
            </span>
          </a>
        </li>
      ))}
    </ul>
  );
}
