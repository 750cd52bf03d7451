import type { Overview } from '@coachsite/adapters/contract';
import { useTranslation } from 'react-i18next';
import { Tag } from '../../design/index.ts';
import { useNow, useTimes } from './parts/times.ts';

/** When the site last did what it does by itself, and what is late. */
export function JobList({ jobs }: { readonly jobs: Overview['jobs'] }) {
  const { t } = useTranslation('admin');
  const { moment } = useTimes(useNow());
  return (
    <div className="stack gap-2">
      <h3 className="h-4">{t('jobs.title')}</h3>
      <ul className="stack gap-2 small">
        {jobs.map(({ name, lastAt, isLate }) => (
          <li key={name} className="row gap-3">
            <span>
              {t(`jobs.${name}`)}: {lastAt === null ? t('jobs.none') : moment(lastAt)}
            </span>
            {isLate ? <Tag look="bad">{t('jobs.late')}</Tag> : null}
          </li>
        ))}
      </ul>
    </div>
  );
}
