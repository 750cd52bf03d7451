import type { Overview } from '@coachsite/adapters/contract';
import { isBackupOverdue } from '@coachsite/core/backup';
import { useTranslation } from 'react-i18next';
import { Notice } from '../../design/index.ts';
import { JobList } from './job-list.tsx';
import { AdminBlock } from './parts/block.tsx';
import { useNow, useTimes } from './parts/times.ts';
import type { Block } from './parts/use-block.ts';

/** Whether the last backup is too old, as far as is known. Source: docs/security.md#DR-4. */
export function needsBackup({ data }: Block<Overview>, now: number): boolean {
  if (!data) return false;
  const { lastAt } = data.backup;
  return isBackupOverdue(lastAt === null ? undefined : Date.parse(lastAt), now);
}

/** When the last backup was made; a warning when it is too long ago. Source: docs/security.md#DR-4. */
export function BackupBlock({ block }: { readonly block: Block<Overview> }) {
  const { t } = useTranslation('admin');
  const now = useNow();
  const { moment, date } = useTimes(now);
  return (
    <AdminBlock id="backup" title={t('backup.title')} rows={2} block={block}>
      {({ backup: { lastAt }, jobs }) => (
        <>
          {!needsBackup(block, now) ? (
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
          <JobList jobs={jobs} />
        </>
      )}
    </AdminBlock>
  );
}
