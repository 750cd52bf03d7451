import { type CoachingSlug, coachingSlugs } from '@coachsite/core/catalogue';
import { useTranslation } from 'react-i18next';
import { Picks } from './picks.tsx';

/** The services but this one, each a link to its page. */
export function OtherServices({ slug }: { readonly slug: CoachingSlug }) {
  const { t } = useTranslation('offers');
  const rows = coachingSlugs
    .filter((other) => other !== slug)
    .map((other) => ({
      line: t(`services.${other}.text`),
      name: t(`services.${other}.name`),
      note: t(`services.${other}.fact`),
      link: { href: `/coaching/${other}` },
    }));
  return <Picks rows={rows} />;
}
