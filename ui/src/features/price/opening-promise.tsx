import { initialLanguage } from '@coachsite/core/language';
import { useTranslation } from 'react-i18next';
import { SampleMark } from '../../site/sample-mark.tsx';
import { useSite } from '../../site/site.ts';

/** What the coach promises for the beginning; nothing while the owner promises nothing. Source: docs/rules.md#1. */
export function OpeningPromise() {
  const { openingPromise } = useSite();
  const { i18n } = useTranslation();
  if (!openingPromise) return null;
  return (
    <p className="lead mt-5 measure">
      {openingPromise[initialLanguage(i18n.language)]} <SampleMark fact="openingPromise" />
    </p>
  );
}
