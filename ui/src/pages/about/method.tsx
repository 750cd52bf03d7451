import { useTranslation } from 'react-i18next';
import { Ruler, Tally } from '../../design/index.ts';
import { useClaims } from '../../site/claims.ts';

/** How the coach works: three principles that count days, weeks and hours. */
export function Method() {
  const { t } = useTranslation('about');
  const { numberOf, usualHours } = useClaims();
  const week = Array.from({ length: 7 }, (_, day) => ({ on: true, tall: day < 5 ? 100 : 40 }));
  return (
    <section className="section ground g-pine" aria-labelledby="method">
      <div className="wrap">
        <h2 className="h-1 mb-6" id="method">
          {t('method.title')}
        </h2>
        <ol className="rows c3">
          <li>
            <Tally ticks={week} label={t('method.week')} />
            <h3 className="h-3">{t('method.weekTitle')}</h3>
            <p className="small">{t('method.weekText')}</p>
          </li>
          <li>
            <div className="mw-13">
              <Ruler
                n={13}
                width={208}
                height={42}
                stroke={7}
                min={3}
                grow={32}
                label={t('method.quarter')}
              />
            </div>
            <h3 className="h-3">{t('method.quarterTitle')}</h3>
            <p className="small">{t('method.quarterText')}</p>
          </li>
          <li>
            <div className="mw-13">
              <Ruler
                n={numberOf('reply-within')}
                lit={usualHours}
                width={208}
                height={42}
                stroke={4}
                hot
                label={t('method.reply')}
              />
            </div>
            <h3 className="h-3">{t('method.replyTitle')}</h3>
            <p className="small">{t('method.replyText')}</p>
          </li>
        </ol>
      </div>
    </section>
  );
}
