import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Lines, PhotoRing, Ruler, TextLink, Words } from '../../design/index.ts';
import { useCoach } from '../../i18n/coach.ts';
import { longDate } from '../../i18n/format.ts';
import { useClaims } from '../../site/claims.ts';
import { usePortrait } from '../../site/portrait.ts';
import { SampleMark } from '../../site/sample-mark.tsx';

/** A large figure over ticks that count it, `lit` of `n`, with its text. */
function CountedFigure({
  value,
  unit,
  n,
  lit,
  children,
}: {
  readonly value: number;
  readonly unit: string;
  readonly n: number;
  readonly lit: number;
  readonly children: ReactNode;
}) {
  return (
    <li className="counted">
      <p className="figure-num">
        {value}
        <small>{` ${unit}`}</small>
      </p>
      <Ruler n={n} lit={lit} hot />
      <p>{children}</p>
    </li>
  );
}

/**
 * The coach, what a visitor can check, the price, and the numbers that the site may state. Source: docs/rules.md#1,
 * docs/law-and-search.md#C4.
 */
export function Trust({ price }: { readonly price: ReactNode }) {
  const { t, i18n } = useTranslation(['home', 'common']);
  const { name, region } = useCoach();
  const { numberOf, usualHours, clientsAsOf, satisfaction } = useClaims();
  const promised = numberOf('reply-within');
  const counts = [
    t('trust.clients'),
    ...(satisfaction ? [t('trust.satisfaction', { percent: satisfaction })] : []),
  ];
  return (
    <section className="section-sm ground g-page" aria-labelledby="trust">
      <div className="wrap">
        <div className="split items-end mb-8">
          <PhotoRing
            disc="sky"
            photo={usePortrait()}
            bleed
            className="mw-25"
            text={t('common:person.ring')}
          />
          <div className="stack gap-5">
            {name ? (
              <p className="h-4">
                {t('common:person.line', { name, region })} <SampleMark fact="coach" />
              </p>
            ) : null}
            <h2 className="h-1" id="trust">
              <Lines lines={t('trust.title', { returnObjects: true })} />
            </h2>
            <p className="lead measure">{t('trust.lead')}</p>
            <p>
              <TextLink href="/about" icon="arrow">
                {t('trust.about')}
              </TextLink>
            </p>
            {price}
          </div>
        </div>
        <ul className="counted-figures">
          <CountedFigure
            // No reply is usual during days off: what is promised after them remains.
            value={usualHours || promised}
            unit={t('trust.facts.hours')}
            n={promised}
            lit={usualHours}
          >
            {t('trust.facts.reply')}
          </CountedFigure>
          <CountedFigure value={1} unit={t('trust.facts.weekly')} n={7} lit={1}>
            <Words text={t('trust.facts.checkIn')} />
          </CountedFigure>
          <CountedFigure value={30} unit={t('trust.facts.minutes')} n={60} lit={30}>
            {t('trust.facts.call')}
          </CountedFigure>
        </ul>
        <p className="note mt-5">
          {`${counts.join(', ')}. ${t('trust.basis', { asOf: longDate(clientsAsOf, i18n.language) })}`}
        </p>
      </div>
    </section>
  );
}
