import type { CoachingSlug } from '@coachsite/core/catalogue';
import { useTranslation } from 'react-i18next';
import { SampleMark } from '../../site/sample-mark.tsx';
import { useSite } from '../../site/site.ts';

/** How long a client is bound, for each of the given offers that has such a term, after what holds for all. */
export function TermAnswer({
  offers,
  children,
}: {
  readonly offers: readonly CoachingSlug[];
  readonly children: string;
}) {
  const { t } = useTranslation('offers');
  const { prices } = useSite();
  const bound = offers.filter((id) => prices[id]?.minimumTermMonths);
  return (
    <>
      {children}{' '}
      {bound.map((id) => (
        <span className="block" key={id}>
          {t(`services.${id}.name`)}:{' '}
          <b>{t('price.term', { count: prices[id]?.minimumTermMonths ?? 0 })}</b>.{' '}
          <SampleMark fact="prices" />{' '}
        </span>
      ))}
    </>
  );
}
