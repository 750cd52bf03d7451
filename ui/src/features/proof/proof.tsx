import { useTranslation } from 'react-i18next';
import { Icon } from '../../design/index.ts';
import { useSite } from '../../site/site.ts';

/**
 * What speaks for the coach, in one line: place, replies, clients, and the reviews on Google. Source: docs/rules.md#1,
 * docs/law-and-search.md#C3.
 */
export function Proof() {
  const { t } = useTranslation(['offers', 'common']);
  const { googleReviewsUrl } = useSite();
  return (
    <ul className="proof" aria-label={t('proof.label')}>
      <li>{t('proof.online')}</li>
      <li>{t('proof.reply')}</li>
      <li>{t('proof.clients')}</li>
      <li>
        <Icon name="star" />
        <a href={googleReviewsUrl} target="_blank" rel="noopener">
          {t('proof.reviews')}{' '}
          <span className="sr">({t('common:external', { provider: 'Google' })})</span>
        </a>
      </li>
    </ul>
  );
}
