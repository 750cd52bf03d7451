import type { CoachingSlug } from '@coachsite/core/catalogue';
import { useTranslation } from 'react-i18next';
import { usePrices } from '../../i18n/prices.ts';
import { SampleMark } from '../../site/sample-mark.tsx';

/** What one offer costs, or each of several as a list, for which the parent is no paragraph; or `children` while the owner has given no price. Source: docs/law-and-search.md#B1. */
export function PriceAnswer({
  offers,
  children,
}: {
  readonly offers: readonly CoachingSlug[];
  readonly children: string;
}) {
  const { t } = useTranslation('offers');
  const priceOf = usePrices();
  const known = offers.filter((id) => priceOf(id));
  if (known.length === 0) return children;
  const [only, second] = offers;
  const one = only && !second ? priceOf(only) : undefined;
  return (
    <>
      {one ? (
        <>
          <b>{one.opening},</b> {one.terms}.
          <br />
        </>
      ) : (
        <ul className="stack gap-2 mb-3">
          {known.map((id) => (
            <li key={id}>
              {`${t(`services.${id}.name`)}: `}
              <b>{priceOf(id)?.amount},</b> {priceOf(id)?.terms}.
            </li>
          ))}
        </ul>
      )}
      {t('price.written')} <SampleMark fact="prices" />
    </>
  );
}
