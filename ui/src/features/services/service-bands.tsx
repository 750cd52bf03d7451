import { type CoachingSlug, coachingSlugs } from '@coachsite/core/catalogue';
import { useTranslation } from 'react-i18next';
import { type FigureName, Plate, TextLink, Words } from '../../design/index.ts';
import { usePrices } from '../../i18n/prices.ts';
import { SampleMark } from '../../site/sample-mark.tsx';
import { Meter } from './meters.tsx';

const plates: Readonly<
  Record<CoachingSlug, { figure: FigureName; tone: 'butter' | 'tartan' | 'sky' | 'pine' }>
> = {
  '1-on-1': { figure: 'five', tone: 'tartan' },
  'nutrition-plan': { figure: 'bowl', tone: 'butter' },
  'workout-plan': { figure: 'press', tone: 'sky' },
  'online-consultation': { figure: 'call', tone: 'pine' },
};

/** One band for each service: what it is, what it counts, and a link to its page. */
export function ServiceBands() {
  const { t } = useTranslation(['services', 'offers']);
  const priceOf = usePrices();
  return coachingSlugs.map((slug) => (
    <article className="svc linked" key={slug}>
      <Plate {...plates[slug]} />
      <div className="stack gap-4">
        <h2 className="h-1">
          <Words text={t(`offers:services.${slug}.name`)} />
        </h2>
        <p className="lead measure">{t(`offers:services.${slug}.text`)}</p>
        <div className="meter">
          <Meter slug={slug} label={t(`items.${slug}.meter`)} />
          <p className="small">{t(`items.${slug}.meterText`)}</p>
        </div>
        {priceOf(slug) ? (
          <p className="capital">
            <b className="h-4">{priceOf(slug)?.amount}</b>
            <span className="small">{`, ${priceOf(slug)?.terms}.`}</span>{' '}
            <SampleMark fact="prices" />
          </p>
        ) : null}
        <p>
          <TextLink href={`/coaching/${slug}`} icon="arrow" className="link-all">
            {t(`items.${slug}.link`)}
          </TextLink>
        </p>
      </div>
    </article>
  ));
}
