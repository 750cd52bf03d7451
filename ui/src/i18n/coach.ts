import { initialLanguage } from '@coachsite/core/language';
import { useTranslation } from 'react-i18next';
import { useSite } from '../site/site.ts';
import { localeOf } from './format.ts';

/**
 * The coach in the language of the page. What the owner has not given is empty or undefined; only the region always has
 * a value, at least the country. Source: docs/rules.md#1.
 */
export function useCoach() {
  const { coach } = useSite();
  const { t, i18n } = useTranslation('common');
  const language = initialLanguage(i18n.language);
  const locale = localeOf(language);
  const names = new Intl.DisplayNames(locale, { type: 'language' });
  return {
    name: coach.name,
    region: coach.region?.[language] ?? t('country'),
    reason: coach.reason?.[language],
    since: coach.since,
    training: coach.training,
    /** The languages the coach works in, as a list in words. */
    languages: new Intl.ListFormat(locale).format(
      coach.languages.map((code) => names.of(code) ?? code),
    ),
  };
}
