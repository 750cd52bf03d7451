import { useTranslation } from 'react-i18next';
import { Dial } from '../../design/index.ts';
import { dayAndMonth } from '../../i18n/format.ts';
import { useClaims } from '../../site/claims.ts';
import { useSite } from '../../site/site.ts';

/**
 * The 24 hours of the promise, with the usual reply time lit. During days off none is: the clock stands still, and the
 * last day stands in the middle. Source: docs/rules.md#1, docs/rules.md#9.
 */
export function ReplyClock() {
  const { t, i18n } = useTranslation('contact');
  const { numberOf, usualHours } = useClaims();
  const { pause } = useSite();
  const { day, month } = pause
    ? dayAndMonth(pause.until, i18n.language)
    : { day: usualHours, month: t('reply.hours') };
  return (
    <div className="clock">
      <div className="dialwrap">
        <Dial
          n={numberOf('reply-within')}
          lit={usualHours}
          radius={37.5}
          len={11}
          width={4}
          unlitWidth={2.6}
          hot
          label={t('reply.dial')}
        />
        <div className="mid" aria-hidden="true">
          <b>{day}</b> <span className="label">{month}</span>
        </div>
      </div>
      <div className="stack gap-2">
        <h2 className="h-3">{t('reply.title')}</h2>
        <p className="small">{t('reply.text')}</p>
      </div>
    </div>
  );
}
