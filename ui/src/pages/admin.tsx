import type { EbookStatistics, EbookVersions, Overview } from '@coachsite/adapters/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Words } from '../design/index.ts';
import {
  BackupBlock,
  ConsentBlock,
  DownloadsBlock,
  EbookBlock,
  ErrorsBlock,
  InboxBlock,
  LogBlock,
  MailsBlock,
  NotifyMeBlock,
  needsBackup,
  useBlock,
  useNow,
  VersionsBlock,
} from '../features/admin/index.ts';

const parts = [
  'ebook',
  'downloads',
  'inbox',
  'notify',
  'mails',
  'log',
  'errors',
  'choices',
  'backup',
] as const;

/**
 * The admin area: e-book, downloads, messages, waiting list, mails, security log, errors, cookie choices, backup. Source: docs/rules.md#1,
 * docs/rules.md#6.
 */
export function AdminPage() {
  const { t } = useTranslation('admin');
  const versions = useBlock<EbookVersions>('/api/admin/ebook/versions');
  const statistics = useBlock<EbookStatistics>('/api/admin/ebook/stats');
  const overview = useBlock<Overview>('/api/admin/overview');
  const isOverdue = needsBackup(overview, useNow());
  // Each erasure reloads the lists, which may have contained the person.
  const [erasures, setErasures] = useState(0);
  return (
    <div className="ground g-page pb-9">
      <div className="wrap">
        <div className="adm-head">
          <h1 className="h-1" tabIndex={-1}>
            <Words text={t('title')} />
          </h1>
          <nav className="adm-nav" aria-label={t('nav.label')}>
            {parts.map((id) => (
              <a key={id} href={`#${id}`}>
                {t(id === 'backup' && isOverdue ? 'nav.backupOverdue' : `nav.${id}`)}
              </a>
            ))}
          </nav>
        </div>
        <div className="adm">
          <EbookBlock block={versions} onChanged={versions.reload} />
          <DownloadsBlock block={statistics} />
          <InboxBlock onErased={() => setErasures((count) => count + 1)} />
          <VersionsBlock block={versions} onChanged={versions.reload} />
          <NotifyMeBlock key={`notify-${erasures}`} full={versions.data?.length === 0} />
          <MailsBlock key={`mails-${erasures}`} />
          <LogBlock key={`log-${erasures}`} />
          <ErrorsBlock key={`errors-${erasures}`} />
          <ConsentBlock />
          <BackupBlock block={overview} />
        </div>
      </div>
    </div>
  );
}
