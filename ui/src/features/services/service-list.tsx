import { type CoachingSlug, coachingSlugs } from '@coachsite/core/catalogue';
import { useTranslation } from 'react-i18next';
import { type FigureName, Icon, Plate, Words } from '../../design/index.ts';
import { usePrices } from '../../i18n/prices.ts';

const plates: Readonly<
  Record<CoachingSlug, { figure: FigureName; tone: 'butter' | 'tartan' | 'sky' | 'pine' }>
> = {
  '1-on-1': { figure: 'runner', tone: 'tartan' },
  'nutrition-plan': { figure: 'bowl', tone: 'butter' },
  'workout-plan': { figure: 'press', tone: 'sky' },
  'online-consultation': { figure: 'call', tone: 'pine' },
};

import { SampleMark } from '../../site/sample-mark.tsx';

/** The four services as ruled rows; the link of the name covers its row. Source: docs/rules.md#1. */
export function ServiceList() {
  const { t } = useTranslation('offers');
  const priceOf = usePrices();
  return (
    <ul className="serv">
      {coachingSlugs.map((slug) => (
        <li key={slug}>
          <Plate {...plates[slug]} distant />
          <div className="txt">
            <h3 className="h-3">
              <a href={`/coaching/${slug}`}>
                <Words text={t(`services.${slug}.name`)} />
              </a>
            </h3>
            <p className="small">
              {t(`services.${slug}.text`)} <br />
              <b className="strong fg capital">
                {priceOf(slug)?.amount ?? t(`services.${slug}.fact`)}
              </b>{' '}
              {priceOf(slug) ? <SampleMark fact="prices" /> : null}
            </p>
          </div>
          <span className="go">
            <Icon name="arrow" />
          </span>
        </li>
      ))}
    </ul>
  );
}
