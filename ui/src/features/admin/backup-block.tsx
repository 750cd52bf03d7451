import type { Overview } from '@coachsite/adapters/contract';
import { useTranslation } from 'react-i18next';
import { Notice } from '../../design/index.ts';
import { JobList } from './job-list.tsx';
import { AdminBlock } from './parts/block.tsx';
import { useNow, useTimes } from './parts/times.ts';
import type { Block } from './parts/use-block.ts';

/** Whether there is no backup, or the server calls it late. Source: docs/security.md#DR-4, docs/operations.md#alarm. */
export function needsBackup({ backup, jobs }: Overview): boolean {
  return backup.lastAt === null || jobs.some(({ name, isLate }) => name === 'backup' && isLate);
}

/** When the last backup was made; a warning when it is too long ago. Source: docs/security.md#DR-4. */
export function BackupBlock({ block }: { readonly block: Block<Overview> }) {
  const { t } = useTranslation('admin');
  const { moment, date } = useTimes(useNow());
  return (
    <AdminBlock id="backup" title={t('backup.title')} rows={2} block={block}>
      {(overview) => {
        const { lastAt } = overview.backup;
        return (
          <>
            {!needsBackup(overview) ? (
              <div className="stack gap-2">
                <p>{t('backup.last', { when: moment(lastAt ?? '') })}</p>
                <p className="note">{t('backup.note')}</p>
              </div>
            ) : lastAt === null ? (
              <Notice tone="bad" title={t('backup.never')}>
                {t('backup.neverText')}
              </Notice>
            ) : (
              <Notice tone="bad" title={t('backup.old', { date: date(lastAt) })}>
                {t('backup.oldText')}
              </Notice>
            )}
            <JobList jobs={overview.jobs} />
          </>
        );
      }}
    </AdminBlock>
  );
}
