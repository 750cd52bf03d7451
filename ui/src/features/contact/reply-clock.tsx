import { useTranslation } from 'react-i18next';
import { Dial } from '../../design/index.ts';
import { useClaims } from '../../site/claims.ts';

/**
 * The 24 hours of the promise, with the usual reply time lit.
 * Source: docs/rules.md#1, docs/rules.md#9, docs/design.md#1.
 */
export function ReplyClock() {
  const { t } = useTranslation('contact');
  const { numberOf } = useClaims();
  const usual = numberOf('usual-reply');
  return (
    <div className="clock">
      <div className="dialwrap">
        <Dial
          n={numberOf('reply-within')}
          lit={usual}
          radius={37.5}
          len={11}
          width={4}
          unlitWidth={2.6}
          hot
          label={t('reply.dial')}
        />
        <div className="mid" aria-hidden="true">
          <b>{usual}</b>
          <span className="label">{t('reply.hours')}</span>
        </div>
      </div>
      <div className="stack gap-2">
        <h2 className="h-3">{t('reply.title')}</h2>
        <p className="small">{t('reply.text')}</p>
      </div>
    </div>
  );
}
