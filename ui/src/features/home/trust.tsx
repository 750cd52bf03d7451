import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Lines, PhotoRing, Ruler, TextLink } from '../../design/index.ts';
import { longDate } from '../../i18n/format.ts';
import { useClaims } from '../../site/claims.ts';
import { usePortrait } from '../../site/portrait.ts';
import { useSite } from '../../site/site.ts';

/** A claim as a large figure over `n` ticks, `lit` of them lit, with its text. */
function Fact({
  value,
  unit,
  n = 24,
  lit,
  hot,
  children,
}: {
  readonly value: string;
  readonly unit?: string;
  readonly n?: number;
  readonly lit: number;
  readonly hot?: boolean;
  readonly children: ReactNode;
}) {
  return (
    <li className="fact">
      <p className="figure-num">
        {value}
        {unit ? <small>{unit}</small> : null}
      </p>
      <Ruler n={n} lit={lit} hot={hot ?? false} />
      <p>{children}</p>
    </li>
  );
}

/** The coach, and the facts that the site may state. Source: docs/rules.md#1, docs/law-and-search.md#C4. */
export function Trust() {
  const { t, i18n } = useTranslation(['home', 'common']);
  const site = useSite();
  const photo = usePortrait();
  const { numberOf, textOf, clientsAsOf, satisfaction } = useClaims();
  const usual = numberOf('usual-reply');
  const clients = numberOf('clients-helped');
  const asOf = longDate(clientsAsOf, i18n.language);
  return (
    <section className="section ground g-page" aria-labelledby="trust">
      <div className="wrap">
        <div className="split items-end mb-8">
          <PhotoRing disc="sky" photo={photo} bleed className="mw-25" />
          <div className="stack gap-5">
            <h2 className="h-1" id="trust">
              <Lines lines={t('trust.title', { returnObjects: true })} />
            </h2>
            <p className="lead measure">{t('trust.lead')}</p>
            <p className="row gap-x-wide">
              <TextLink href="/about" icon="arrow">
                {t('trust.about')}
              </TextLink>
              <TextLink href={site.googleReviewsUrl} target="_blank" rel="noopener" lead="star">
                {`${t('trust.reviews')} `}
                <span className="sr">{`(${t('common:external', { provider: 'Google' })})`}</span>
              </TextLink>
            </p>
          </div>
        </div>
        <ul className="facts">
          <Fact value={textOf('clients-helped')} n={clients} lit={clients}>
            {t('trust.facts.clients')}
          </Fact>
          {satisfaction ? (
            <Fact value={`${satisfaction}`} unit="%" lit={Math.round((24 * satisfaction) / 100)}>
              {t('trust.facts.satisfaction')}
            </Fact>
          ) : null}
          <Fact value={`${usual}`} unit={` ${t('trust.facts.hours')}`} lit={usual} hot>
            {t('trust.facts.reply')}
          </Fact>
          <Fact value="24/7" lit={24}>
            {t('trust.facts.chat')}
          </Fact>
        </ul>
        <p className="note mt-5">{t('trust.basis', { asOf })}</p>
      </div>
    </section>
  );
}
