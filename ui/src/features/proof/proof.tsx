import { useTranslation } from 'react-i18next';
import { Icon } from '../../design/index.ts';
import { useCoach } from '../../i18n/coach.ts';
import { useReviewsUrl } from '../../site/channels.ts';
import { SampleMark } from '../../site/sample-mark.tsx';

/**
 * What speaks for the coach, in one line: who and where, replies, clients, and the reviews on Google. Source:
 * docs/rules.md#1, docs/law-and-search.md#C3.
 */
export function Proof({
  isNamed,
}: {
  /** On a page that says who and where by itself, as soon as the coach has a name. */
  readonly isNamed?: boolean;
}) {
  const { t } = useTranslation(['offers', 'common']);
  const { name } = useCoach();
  const reviewsUrl = useReviewsUrl();
  return (
    <ul className="proof" aria-label={t('proof.label')}>
      {isNamed && name ? null : (
        <li>
          {name ? `${t('proof.onlineNamed', { coach: name })} ` : t('proof.online')}
          {name ? <SampleMark fact="coach" /> : null}
        </li>
      )}
      <li>{t('proof.reply')}</li>
      <li>{t('proof.clients')}</li>
      {reviewsUrl ? (
        <li>
          <Icon name="star" />
          <a href={reviewsUrl} target="_blank" rel="noopener">
            {t('proof.reviews')}{' '}
            <span className="sr">({t('common:external', { provider: 'Google' })})</span>
          </a>
        </li>
      ) : null}
    </ul>
  );
}
