import { useTranslation } from 'react-i18next';
import { Notice } from '../../design/index.ts';
import { useSite } from '../../site/site.ts';

/**
 * Whether and how testimonials are checked, and that results differ. Source: docs/law-and-search.md#C1,
 * docs/law-and-search.md#C2, docs/law-and-search.md#C5.
 */
export function SampleNotice() {
  const { t } = useTranslation('offers');
  const site = useSite();
  const samples = site.testimonials.filter(({ sample }) => sample).length;
  const results = t('testimonials.notice.results');
  if (samples === site.testimonials.length) {
    return (
      <Notice title={t('testimonials.notice.title')}>
        {`${t('testimonials.notice.checked')} ${results}`}
      </Notice>
    );
  }
  return (
    <Notice title={t('testimonials.notice.real.title')}>
      {[
        t('testimonials.notice.real.checked'),
        ...(samples > 0 ? [t('testimonials.notice.real.mixed')] : []),
        results,
      ].join(' ')}
    </Notice>
  );
}
